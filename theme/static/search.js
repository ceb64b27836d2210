/* The search page. From disk a browser refuses to fetch the pages that the hits would quote; what is quoted leaves out
   answers; and the glossary has a hit for each term, which is told from the others by its term. */
(() => {
  "use strict";

  if (location.protocol === "file:") DOCUMENTATION_OPTIONS.SHOW_SEARCH_SUMMARY = false;

  const textOf = Search.htmlToText;
  Search.htmlToText = (html, anchor) => {
    const page = new DOMParser().parseFromString(html, "text/html");
    page.querySelectorAll("details").forEach((folded) => folded.remove());
    return textOf(page.documentElement.outerHTML, anchor);
  };

  const termOf = (hash) =>
    Object.entries(Search._index.indexentries).find(([, places]) => places.some(([, id]) => `#${id}` === hash))?.[0];

  const nameTerms = () => {
    for (const link of document.querySelectorAll('#search-results a[href*="#term-"]:not(.named)')) {
      link.classList.add("named");
      link.append(`: ${termOf(link.hash)}`);
    }
  };
  new MutationObserver(nameTerms).observe(document.documentElement, { childList: true, subtree: true });
})();
