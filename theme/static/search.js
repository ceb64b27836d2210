/* The search page. From disk a browser refuses to fetch the pages that the hits would quote; what is quoted leaves out
   answers, the contents for print and the TeX of formulas; and the glossary has a hit for each term, which is told from
   the others by its term. The notation comes first where a symbol is sought. */
(() => {
  "use strict";

  if (location.protocol === "file:") DOCUMENTATION_OPTIONS.SHOW_SEARCH_SUMMARY = false;

  Object.assign(Documentation.TRANSLATIONS, {
    "Search finished, found ${resultCount} page(s) matching the search query.": "Places found: ${resultCount}",
    ["Your search did not match any documents. Please make sure that all words are spelled correctly and that you've " +
    "selected enough categories."]: "Nothing found. Are all words spelled right?",
  });

  const isSymbol = /_|^.{1,2}$/u.test(new URLSearchParams(location.search).get("q")?.trim());
  const explains = ([page, , , , score]) => isSymbol && page.endsWith("notation") && score >= Scorer.term;
  Scorer.score = (hit) => hit[4] + (explains(hit) ? Scorer.objNameMatch : 0);

  const textOf = Search.htmlToText;
  Search.htmlToText = (html, anchor) => {
    const page = new DOMParser().parseFromString(html, "text/html");
    page.querySelectorAll("details, .onlyprint, annotation").forEach((unsaid) => unsaid.remove());
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
