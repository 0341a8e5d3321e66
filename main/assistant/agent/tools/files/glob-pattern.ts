/** Turns a glob into an expression. */
import { Refusal } from '../catch-tool-failure.ts';

const special = /[\\^$.|+()[\]{}*?]/;
const escaped = (character: string): string =>
  special.test(character) ? `\\${character}` : character;

/** The regular expression of a class such as `[!a-z]`, and where it ends; null when it is not closed. */
const classAt = (glob: string, at: number): { source: string; end: number } | null => {
  const close = glob.indexOf(']', at + 2);
  if (close < 0) return null;
  const inner = glob.slice(at + 1, close);
  const negated = inner.startsWith('!') || inner.startsWith('^');
  const members = [...(negated ? inner.slice(1) : inner)]
    .map((member) => (/[\\\]^[]/.test(member) ? `\\${member}` : member))
    .join('');
  return { source: `[${negated ? '^/' : ''}${members}]`, end: close + 1 };
};

/**
 * A glob as an expression for an engine that takes linear time: `*` and `?` within a name, `**` over folders,
 * `{a,b}`, `[a-z]`. A glob without a slash is about the name, wherever the file lies. PATTERN_INVALID.
 */
export const compileGlob = (given: string): string => {
  const glob = given.normalize('NFC').replace(/^\.\//, '');
  const leads = glob.includes('/') ? '' : '(?:[^/]+/)*';
  let source = '';
  let depth = 0;
  for (let at = 0; at < glob.length; ) {
    const character = String.fromCodePoint(glob.codePointAt(at) ?? 0);
    const isFolderStart = at === 0 || glob[at - 1] === '/';
    const inClass = character === '[' ? classAt(glob, at) : null;
    if (inClass) {
      source += inClass.source;
      at = inClass.end;
      continue;
    }
    if (isFolderStart && glob.startsWith('**/', at)) {
      source += '(?:[^/]+/)*';
      at += 3;
      continue;
    }
    if (glob.startsWith('**', at)) {
      source += '.*';
      at += 2;
      continue;
    }
    if (character === '*') source += '[^/]*';
    else if (character === '?') source += '[^/]';
    else if (character === '{') {
      source += '(?:';
      depth += 1;
    } else if (character === '}' && depth > 0) {
      source += ')';
      depth -= 1;
    } else if (character === ',' && depth > 0) source += '|';
    else source += escaped(character);
    at += character.length;
  }
  if (depth > 0) throw new Refusal('PATTERN_INVALID', 'A "{" of the glob is not closed.');
  return `^${leads}${source}$`;
};
