/**
 * Programs whose standing permission covers more than one command, with every option that may stand in it. They read
 * and print; what writes, follows links, runs another program or takes file names out of a file is not among the options. Nor is
 * what breaks lines up or spells them otherwise: what a fence hides is known in the output by its lines alone.
 */

export type ProgramUse = {
  /** Letters of options without a value, which may stand together: `-la`. */
  flags?: string;
  /** Letters of options with a value, in the same word or the next; the value never names a file. */
  valued?: string;
  /** Options by name, as they are written; with `=` at the end they have a value. */
  named?: readonly string[];
  /** `-20` instead of `-n 20`. */
  takesNumber?: true;
  /** What else may follow: names of files, of folders too, or nothing. */
  operands: 'files' | 'folders' | 'none';
};

const history: ProgramUse = {
  flags: 'ps',
  valued: 'nSGU',
  takesNumber: true,
  named: [
    ...['--oneline', '--stat', '--shortstat', '--numstat', '--name-only', '--name-status'],
    ...['--graph', '--decorate', '--no-decorate', '--all', '--branches', '--tags', '--merges'],
    ...['--no-merges', '--first-parent', '--reverse', '--follow', '--patch', '--no-patch'],
    ...['--abbrev-commit', '--no-color', '--max-count=', '--since=', '--until='],
    ...['--after=', '--before=', '--author=', '--grep=', '--date=', '--format=', '--pretty='],
  ],
  operands: 'folders',
};

const changes: ProgramUse = {
  flags: 'pwbs',
  valued: 'U',
  named: [
    ...['--stat', '--shortstat', '--numstat', '--name-only', '--name-status', '--cached'],
    ...['--staged', '--no-color', '--unified=', '--patch'],
    ...['--ignore-all-space', '--ignore-space-change', '--no-patch'],
  ],
  operands: 'folders',
};

/** By the words they begin with. */
export const knownPrograms: Readonly<Record<string, ProgramUse>> = {
  ls: {
    flags: '1aAlhrtSsdFgGinopU',
    named: ['--all', '--almost-all', '--human-readable', '--group-directories-first', '--color='],
    operands: 'folders',
  },
  cat: { flags: 'bnsu', named: ['--number'], operands: 'files' },
  head: {
    flags: 'q',
    valued: 'n',
    takesNumber: true,
    named: ['--lines='],
    operands: 'files',
  },
  tail: {
    flags: 'q',
    valued: 'n',
    takesNumber: true,
    named: ['--lines='],
    operands: 'files',
  },
  wc: { flags: 'clmwL', named: ['--lines', '--words', '--chars', '--bytes'], operands: 'files' },
  nl: { operands: 'files' },
  tac: { operands: 'files' },
  stat: { operands: 'folders' },
  du: {
    flags: 'achks',
    valued: 'd',
    named: ['--human-readable', '--max-depth='],
    operands: 'folders',
  },
  df: { flags: 'hk', operands: 'none' },
  pwd: { operands: 'none' },
  whoami: { operands: 'none' },
  uname: { flags: 'asrm', operands: 'none' },
  which: { operands: 'folders' },
  basename: { operands: 'folders' },
  dirname: { operands: 'folders' },
  realpath: { operands: 'folders' },
  cmp: { flags: 's', operands: 'files' },
  comm: { flags: '123', operands: 'files' },
  diff: {
    flags: 'uqswbiB',
    valued: 'U',
    named: ['--brief', '--unified=', '--ignore-all-space', '--ignore-case'],
    operands: 'files',
  },
  grep: {
    flags: 'EFGHhincvwxlLsq',
    valued: 'ABCm',
    named: [
      ...['--ignore-case', '--line-number', '--count', '--word-regexp'],
      ...['--context=', '--after-context=', '--before-context=', '--max-count=', '--color='],
    ],
    operands: 'files',
  },
  md5sum: { operands: 'files' },
  sha1sum: { operands: 'files' },
  sha256sum: { operands: 'files' },
  'git status': {
    flags: 'sb',
    named: ['--short', '--branch', '--porcelain', '--untracked-files=', '--ignored'],
    operands: 'folders',
  },
  'git log': history,
  'git show': history,
  'git diff': changes,
  'git branch': {
    flags: 'arv',
    named: ['--list', '--all', '--remotes', '--show-current'],
    operands: 'none',
  },
  'git blame': { flags: 'wse', valued: 'L', operands: 'files' },
  'git describe': { named: ['--tags', '--always'], operands: 'none' },
  'git ls-files': {
    flags: 'modc',
    named: ['--others', '--modified', '--exclude-standard'],
    operands: 'folders',
  },
};
