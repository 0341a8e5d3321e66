/** What the engine writes behind a chapter's title: "§14", "光标之前", ", before the cursor". */
const place = /(?: §\d+|, §\d+| 结尾| 光标之[前后]|, ending|, (?:before|after) the cursor)$/u;

/** A title as its name, which may be cut to the room there is, and its place in the chapter, which may not. */
export function titleParts(title: string): { name: string; place: string } {
  const found = place.exec(title);
  return found === null
    ? { name: title, place: '' }
    : { name: title.slice(0, found.index), place: found[0] };
}
