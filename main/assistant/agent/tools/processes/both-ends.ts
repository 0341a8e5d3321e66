/** What is kept of a long text: its beginning and its end, in whole lines where it has any. */
export type BothEnds = { push(text: string): void; text(): string; readonly length: number };

/** Keeps about `limit` UTF-16 code units at either end; what lies between is counted and named. */
export const createBothEnds = (limit: number): BothEnds => {
  let head = '';
  let tail = '';
  let length = 0;
  return {
    get length() {
      return length;
    },
    push(text) {
      length += text.length;
      const room = limit - head.length;
      head += text.slice(0, room);
      if (text.length > room) tail = (tail + text.slice(Math.max(0, room))).slice(-limit);
    },
    text() {
      if (length <= limit * 2) return head + tail;
      const headEnd = head.lastIndexOf('\n') + 1 || head.length;
      const tailStart = tail.indexOf('\n') + 1;
      const left = head.slice(0, headEnd).replace(/[\ud800-\udbff]$/, '');
      const right = tail.slice(tailStart).replace(/^[\udc00-\udfff]/, '');
      return `${left}\n[… ${length - headEnd - (tail.length - tailStart)} characters …]\n${right}`;
    },
  };
};
