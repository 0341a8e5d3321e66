/** What words of a rich text look like: it says so for western ones, for those of East Asia and for those written to the left. */

type Look = 'bold' | 'italic';

/** Null where it follows what is said of all words. */
type OwnLooks = Readonly<Record<Look, boolean | null>>;

/** Which words come next. */
type Script = 'western' | 'eastAsian' | 'leftward';

export type RtfLooks = Readonly<Record<Look, boolean>> & {
  /** With the emphasis marks of Han, which has no slanted letters. */
  readonly dotted: boolean;
  readonly script: Script;
  readonly eastAsian: OwnLooks;
  readonly leftward: OwnLooks;
};

const ownLooks: OwnLooks = { bold: null, italic: null };

export const plainLooks: RtfLooks = {
  ...{ bold: false, italic: false, dotted: false, script: 'western' },
  ...{ eastAsian: ownLooks, leftward: ownLooks },
};

const scripts: Readonly<Record<string, Script>> = {
  ...{ ltrch: 'western', loch: 'western', hich: 'western', dbch: 'eastAsian', rtlch: 'leftward' },
};
const looks: Readonly<Record<string, Look>> = { b: 'bold', i: 'italic' };
/** Of a script by itself: of the one that comes next. */
const associated: Readonly<Record<string, Look>> = { ab: 'bold', ai: 'italic' };
const dots = /^acc(?:dot|comma|circle|underdot)$/;

const withOwn = (now: RtfLooks, look: Look, isOn: boolean | null): RtfLooks =>
  now.script === 'western' ? now : { ...now, [now.script]: { ...now[now.script], [look]: isOn } };

/** Behind a control word; null where it is none of looks. */
export const looksBehind = (now: RtfLooks, name: string, isOn: boolean): RtfLooks | null => {
  const [script, look, own] = [scripts[name], looks[name], associated[name]];
  if (script !== undefined) return { ...now, script };
  // What is said of all words holds for those that come next, too.
  if (look !== undefined) return { ...withOwn(now, look, null), [look]: isOn };
  if (own !== undefined) return withOwn(now, own, isOn);
  if (name === 'accnone') return { ...now, dotted: false };
  return dots.test(name) ? { ...now, dotted: isOn } : null;
};

export const shownLooks = (now: RtfLooks): Record<Look, boolean> => {
  const own = now.script === 'western' ? ownLooks : now[now.script];
  return { bold: own.bold ?? now.bold, italic: (own.italic ?? now.italic) || now.dotted };
};
