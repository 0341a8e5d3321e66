/**
 * The words of a command as every POSIX shell takes them, for the few commands of which that is sure: one program and
 * its arguments, quotes resolved. Whatever a shell could take for more than that has no words here.
 */

/** Outside of quotes a letter, a digit and these stand for themselves wherever they are. */
const plain = /[\p{L}\p{N}\p{M}._,:/+@%=-]/uy;
/** `HEAD~2` and `HEAD^` are plain too; at the beginning of a word, or behind `=` and `:`, `~` is somebody's home. */
const suffix = /(?<=[\p{L}\p{N}])[~^]/uy;
/** In single quotes everything is itself, in double quotes what no shell expands or escapes. */
const single = /'([^'\p{Cc}]*)'/uy;
const double = /"([^"$`\\!\p{Cc}]*)"/uy;
const blank = /[ \t]+/uy;

type Piece = { kind: 'blank' | 'text'; text: string; length: number };

const pieceAt = (command: string, at: number): Piece | null => {
  for (const pattern of [blank, plain, suffix, single, double]) {
    pattern.lastIndex = at;
    const found = pattern.exec(command);
    if (!found) continue;
    const kind = pattern === blank ? 'blank' : 'text';
    return { kind, text: found[1] ?? found[0], length: found[0].length };
  }
  return null;
};

/**
 * Program and arguments of a command; null for what is not surely one program with these arguments: substitutions,
 * patterns, redirections, chains, assignments, comments, escapes, control characters.
 */
export const shellWords = (command: string): string[] | null => {
  const words: string[] = [];
  let word: string | null = null;
  for (let at = 0; at < command.length; ) {
    const piece = pieceAt(command, at);
    if (!piece) return null;
    if (piece.kind === 'text') word = (word ?? '') + piece.text;
    else if (word !== null) {
      words.push(word);
      word = null;
    }
    at += piece.length;
  }
  if (word !== null) words.push(word);
  // With `=` in it the first word could set a variable instead of naming a program.
  return words[0] === undefined || words[0].includes('=') ? null : words;
};
