import { type Folding, isLineBroken, noSymbol, spaceSymbol } from './folding.ts';

/** Hears of every place where a pattern stands: its number, and the place in UTF-16 units. */
export type OnPlace = (pattern: number, start: number, end: number) => void;

/** Finds all patterns in one pass (Aho and Corasick 1975): linear in the text, however many patterns. */
export type Automaton = {
  scan(text: string, onPlace: OnPlace): void;
};

type Trie = { next: Map<number, number>[]; pattern: number[]; longest: number };

const root = 0;
const none = -1;

const buildTrie = (patterns: readonly (readonly number[])[]): Trie => {
  const trie: Trie = { next: [new Map()], pattern: [none], longest: 1 };
  patterns.forEach((symbols, index) => {
    let state = root;
    for (const symbol of symbols) {
      const children = trie.next[state];
      let child = children?.get(symbol);
      if (child === undefined) {
        child = trie.next.length;
        trie.next.push(new Map());
        trie.pattern.push(none);
        children?.set(symbol, child);
      }
      state = child;
    }
    trie.pattern[state] = index;
    trie.longest = Math.max(trie.longest, symbols.length);
  });
  return trie;
};

/** Where to go on when a state has no way for a symbol, and the next shorter pattern that ends at a state. */
const buildLinks = (trie: Trie): { fail: Int32Array; shorter: Int32Array } => {
  const fail = new Int32Array(trie.next.length);
  const shorter = new Int32Array(trie.next.length);
  const queue = [...(trie.next[root]?.values() ?? [])];
  for (let head = 0; head < queue.length; head += 1) {
    const state = queue[head] ?? root;
    for (const [symbol, child] of trie.next[state] ?? []) {
      let back = fail[state] ?? root;
      while (back !== root && !trie.next[back]?.has(symbol)) back = fail[back] ?? root;
      const target = trie.next[back]?.get(symbol) ?? root;
      fail[child] = target;
      shorter[child] = trie.pattern[target] === none ? (shorter[target] ?? root) : target;
      queue.push(child);
    }
  }
  return { fail, shorter };
};

const powerOfTwoAbove = (length: number): number => 2 ** Math.ceil(Math.log2(length + 1));

/** `patterns` are symbols as {@link foldName} gives them, each different from the others, none empty. */
export const createAutomaton = (
  patterns: readonly (readonly number[])[],
  folding: Folding,
): Automaton => {
  const trie = buildTrie(patterns);
  const { fail, shorter } = buildLinks(trie);
  const lengths = patterns.map((symbols) => symbols.length);
  // Most of a text stands at the root and leaves it for few symbols only: one look decides there.
  const firstSteps = new Int32Array(0x10000);
  for (const [symbol, child] of trie.next[root] ?? [])
    if (symbol < 0x10000) firstSteps[symbol] = child;
  const { symbols } = folding;
  const stepFromRoot = (symbol: number): number =>
    symbol < 0x10000 ? (firstSteps[symbol] ?? root) : (trie.next[root]?.get(symbol) ?? root);

  const step = (from: number, symbol: number): number => {
    let state = from;
    while (state !== root) {
      const child = trie.next[state]?.get(symbol);
      if (child !== undefined) return child;
      state = fail[state] ?? root;
    }
    return stepFromRoot(symbol);
  };

  return {
    scan: (text, onPlace) => {
      // Where each of the last symbols began: a symbol may come of several units, and units of no symbol.
      const mask = powerOfTwoAbove(trie.longest) - 1;
      const starts = new Int32Array(mask + 1);
      let seen = 0;
      let state = root;
      let afterSpace = false;
      for (let at = 0; at < text.length; ) {
        const start = at;
        let codePoint = text.charCodeAt(at);
        at += 1;
        if (codePoint >= 0xd800 && codePoint < 0xdc00) {
          codePoint = text.codePointAt(start) ?? codePoint;
          if (codePoint > 0xffff) at += 1;
        }
        const symbol =
          codePoint < 0x10000 ? (symbols[codePoint] ?? noSymbol) : folding.symbolOf(codePoint);
        if (symbol === noSymbol) continue;
        if (symbol === spaceSymbol && (afterSpace || isLineBroken(text, start))) continue;
        afterSpace = symbol === spaceSymbol;
        starts[seen & mask] = start;
        seen += 1;
        state = state === root ? stepFromRoot(symbol) : step(state, symbol);
        let found = trie.pattern[state] === none ? (shorter[state] ?? root) : state;
        while (found !== root) {
          const pattern = trie.pattern[found] ?? none;
          onPlace(pattern, starts[(seen - (lengths[pattern] ?? 0)) & mask] ?? 0, at);
          found = shorter[found] ?? root;
        }
      }
    },
  };
};
