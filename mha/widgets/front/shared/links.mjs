// Links that reproduce a view: the page's address with the explorer's traits in its query, as ?line.word=rhythm.

/** The address of this page with these traits; what others have put into it stays. */
export function linkTo(address, key, traits) {
  const url = new URL(address);
  for (const [name, value] of Object.entries(traits)) {
    if (value === null) url.searchParams.delete(`${key}.${name}`);
    else url.searchParams.set(`${key}.${name}`, value);
  }
  url.hash = "";
  return url.href;
}

/** The traits in an address, as text by name. */
export function traitsIn(address, key) {
  const found = [...new URL(address).searchParams].filter(([name]) => name.startsWith(`${key}.`));
  return Object.fromEntries(found.map(([name, value]) => [name.slice(key.length + 1), value]));
}
