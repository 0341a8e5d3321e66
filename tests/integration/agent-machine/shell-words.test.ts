import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { knownPrograms } from '#main/assistant/agent/permissions/known-programs.ts';
import { commandRule } from '#main/assistant/agent/permissions/command-rule.ts';
import { shellWords } from '#main/assistant/agent/permissions/shell-words.ts';

let home: string;
let folder: string;
let bin: string;

/** Builtins of every shell, which no program on the path can take the place of. */
const builtins = new Set(['pwd']);
const programs = [...new Set(Object.keys(knownPrograms).map((name) => name.split(' ')[0] ?? ''))];

beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'fabula-words-'));
  folder = join(home, 'book');
  bin = join(home, 'bin');
  for (const path of [join(folder, '.git'), bin]) mkdirSync(path, { recursive: true });
  for (const program of programs) {
    const file = join(bin, program);
    // Everything a child is given, and where one child ends.
    writeFileSync(file, `#!/bin/sh\nprintf '%s\\0' "\${0##*/}" "$@"\nprintf 'END\\0'\n`);
    chmodSync(file, 0o755);
  }
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

const there = ['/bin/sh', '/bin/bash', '/bin/dash'].filter((shell) => existsSync(shell));
/** Where `sh` is dash, as on Debian, it is asked once. */
const shells = there.filter(
  (shell) => shell !== '/bin/dash' || realpathSync(shell) !== realpathSync('/bin/sh'),
);

type Asked = { text: string; locale: string };

/** Longer than any word that is drawn. */
const nextCommand = 'NEXT COMMAND';
/** Each command in a shell of its own, started by a small process: from one as large as a test's it takes many times as long. */
const driver = `while [ $# -gt 0 ]; do
  /usr/bin/env -i PATH="$PATH" HOME="$HOME" LC_ALL="$1" "$0" -c "$2"
  printf '${nextCommand}\\0'
  shift 2
done`;

/** What children a shell starts for each command, each with the words it was given. */
const childrenOf = (shell: string, asked: readonly Asked[]): string[][][] => {
  const pairs = asked.flatMap(({ locale, text }) => [locale, text]);
  const { stdout } = spawnSync('/bin/sh', ['-c', driver, shell, ...pairs], {
    cwd: folder,
    env: { PATH: bin, LC_ALL: 'C', HOME: home },
    stdio: ['ignore', 'pipe', 'ignore'],
    timeout: 60_000,
  });
  const commands: string[][][] = [];
  const children: string[][] = [];
  const words: string[] = [];
  for (const word of stdout.toString('utf8').split('\0').slice(0, -1)) {
    if (word === nextCommand) commands.push(children.splice(0));
    else if (word === 'END') children.push(words.splice(0));
    else words.push(word);
  }
  expect(commands).toHaveLength(asked.length);
  // What they were given goes into no file.
  expect(readdirSync(folder)).toEqual(['.git']);
  return commands;
};

const known = fc.constantFrom(...Object.keys(knownPrograms).filter((name) => !builtins.has(name)));
const argument = fc.oneof(
  fc.constantFrom(
    ...[
      '-la',
      '-n',
      '5',
      '--oneline',
      '--output',
      'x',
      '--output=x',
      '--',
      '-',
      '-20',
      '--format=%H',
    ],
    ...[
      'a.md',
      '第一章.md',
      "'.'./x",
      '"b c"',
      "''",
      '""',
      '\'a\'"b"c',
      'HEAD~2',
      'HEAD^',
      'a=b',
      '~',
      'x=~',
    ],
    ...[
      '$HOME',
      '"$HOME"',
      "'$HOME'",
      '*',
      '{a,b}',
      '\\ ',
      '#',
      '!',
      '%1',
      '@(a)',
      "it's",
      '"a\\"b"',
      '=ls',
    ],
  ),
  fc.string({ unit: 'binary-ascii', minLength: 1, maxLength: 4 }),
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 3 }),
);
const gap = fc.constantFrom(
  ' ',
  '  ',
  '\t',
  '',
  '\u00a0',
  '\u3000',
  '\n',
  ';',
  '|',
  '&&',
  '>',
  '\v',
  '\r',
);
const regular = fc.constantFrom(' ', ' ', ' ', '\t');
const command = fc
  .tuple(
    known,
    fc.array(fc.tuple(fc.oneof({ weight: 9, arbitrary: regular }, gap), argument), {
      maxLength: 5,
    }),
  )
  .map(([program, rest]) => program + rest.flat().join(''));

/** Few commands in each run of the tests, more where somebody asks for them. */
const runs = Number(process.env.FABULA_FUZZ_RUNS ?? 150);

describe.each(shells)('the words of a command in %s', (shell) => {
  it('are what one child is given, for every command that has words [S1]', () => {
    const locale = fc.constantFrom('C.UTF-8', 'C');
    const asked = fc.record({ text: command, locale }).filter(({ text }) => {
      const words = shellWords(text);
      return words !== null && programs.includes(words[0] ?? '') && !text.includes('END');
    });
    const drawn = fc.sample(asked, runs);
    const given = childrenOf(shell, drawn);
    for (const [at, { text }] of drawn.entries()) {
      expect(given[at], text).toEqual([shellWords(text)]);
    }
  });

  it('are one child of that very program, for every command that a standing permission covers [S1]', () => {
    const covered = command
      .map((text) => ({ text, rule: commandRule(text, { folder }), locale: 'C.UTF-8' }))
      .filter(({ rule }) => rule.endsWith(' …') && !rule.startsWith('$ '));
    const drawn = fc.sample(covered, runs);
    const given = childrenOf(shell, drawn);
    for (const [at, { text, rule }] of drawn.entries()) {
      const children = given[at] ?? [];
      expect(children, text).toHaveLength(1);
      const [first = []] = children;
      expect(`${first.slice(0, rule.split(' ').length - 1).join(' ')} …`).toBe(rule);
      // Behind `--` a word is a name, whatever it looks like.
      const end = first.indexOf('--');
      const options = end === -1 ? first : first.slice(0, end);
      expect(options.filter((word) => /^--(?:outp|no-index|ext)/.test(word))).toEqual([]);
      expect(first.filter((word) => /(?:^|[/:])\.\.(?:\/|$)/.test(word))).toEqual([]);
    }
  });
});
