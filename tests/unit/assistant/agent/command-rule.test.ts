import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { commandRule } from '#main/assistant/agent/permissions/command-rule.ts';

let home: string;
let folder: string;
let plain: string;

beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'fabula-rule-'));
  folder = join(home, '我的 novel');
  plain = join(home, 'plain');
  for (const path of [
    plain,
    join(folder, '第一卷'),
    join(folder, '.fabula'),
    join(home, 'outside'),
  ]) {
    mkdirSync(path, { recursive: true });
  }
  writeFileSync(join(folder, 'a.md'), 'a');
  writeFileSync(join(folder, '.fabula', 'project.json'), '{}');
  writeFileSync(join(home, 'outside', 'key.txt'), 'key');
  execFileSync('git', ['init', '--quiet', folder]);
  symlinkSync(join(home, 'outside'), join(folder, 'out'));
  symlinkSync(join(home, 'outside', 'key.txt'), join(folder, 'notes.md'));
  symlinkSync(join(home, 'nowhere'), join(folder, 'soon.md'));
  symlinkSync('a.md', join(folder, 'alias.md'));
  symlinkSync('.git', join(folder, 'dotgit'));
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

const ruleOf = (command: string): string => commandRule(command, { folder });
/** Without the white space at its ends that every shell skips. */
const bare = (command: string): string => command.replace(/^[ \t\r\n]+|[ \t\r\n]+$/g, '');

describe('what a standing permission for a command covers', () => {
  it.each([
    ['git status', 'git status …'],
    ['git status -s', 'git status …'],
    ['  git log --oneline -5 ', 'git log …'],
    ["git 'log' --since='2 weeks ago' HEAD~3..HEAD -- a.md", 'git log …'],
    ['git show HEAD:a.md', 'git show …'],
    ['git diff -U5 --stat', 'git diff …'],
    ['git branch -a', 'git branch …'],
    ['ls', 'ls …'],
    ['ls -la 第一卷', 'ls …'],
    ['cat "a.md" alias.md', 'cat …'],
    ["cat 'new chapter.md'", 'cat …'],
    ['head -20 a.md', 'head …'],
    ['head -n 20 a.md', 'head …'],
    ['grep -in -A 3 "第三章 雪" a.md', 'grep …'],
    ['wc -m a.md', 'wc …'],
    ['pwd', 'pwd …'],
  ])('is the program for %j', (command, rule) => {
    expect(ruleOf(command)).toBe(rule);
  });

  it.each([
    // options that write, run, follow links, or take names from a file, whole or shortened
    ...['git log --output x', 'git log --output=x', 'git log --outp=x', 'git log -o x'],
    ...["git log '--output' x", 'git diff --no-index a.md a.md', 'git diff --ext-diff'],
    ...['git show --textconv', 'git branch new', 'git branch -D main', 'git -c core.pager=x log'],
    ...['git --git-dir=x log', 'git log -5x', 'grep -r key', 'grep -f a.md a.md', 'grep -R x'],
    ...['git log -p -U --output=x', 'git diff -U --output=a.md', 'git log -n -1', 'head -n --x'],
    ...['ls -R', 'ls -L out', 'md5sum -c a.md', 'tail -f a.md', 'du -L', 'diff -r . .', 'diff . .'],
    ...['wc --files0-from=a.md', 'head -n', 'cat - a.md', "cat ''"],
    // what spells lines otherwise or breaks them up, so that no fence knows them again in the output
    ...[
      'rev a.md',
      'cut -c1 a.md',
      'cat -A a.md',
      'cat -v a.md',
      'grep -o . a.md',
      'head -c 9 a.md',
    ],
    ...[
      'tail -c +9 a.md',
      'git log -p --word-diff',
      'git diff --color-words',
      'diff -y a.md alias.md',
    ],
    // what nobody listed
    ...['npm run build', 'make', 'rm notes', 'rm -rf .', 'sudo apt update', 'env git status'],
    ...['/usr/bin/git status', './git status', 'python3 count.py', 'find . -delete', 'xargs rm'],
    ...['sh -c ls', 'FOO=bar git status', 'pandoc a.md', 'git', 'git push', 'git checkout a.md'],
    // more than one command, or not surely one
    ...['git status; rm -rf .', 'ls > a.txt', 'ls\nrm a', 'cat $(which ls)', 'git status …'],
    ...['cat *.md', 'cat a.m?', 'cat [a].md', 'cat {a,b}.md', 'cat a\\.md', 'ls # all', 'ls !$'],
    ...[
      'cat "a$b.md"',
      'cat "`x`"',
      "cat 'a",
      'ls ~',
      'ls ~lin',
      'ls a=~',
      'ls\u00a0-la',
      'ls\u3000x',
    ],
    // out of the folder
    ...['cat /etc/hostname', 'cat "/etc/hostname"', "head ''/etc/hostname", 'cat ../other/key.txt'],
    ...["cat '.'./x", '"cat" "."\'.\'/x', 'cat a/../../x', 'cat C:/key.txt', 'git show HEAD:../x'],
    ...['head -n /etc/hostname', 'grep -A ../x a.md', 'cat -- ../x', 'ls :/', 'cat 第一卷/../../x'],
    ...[
      'cat notes.md',
      'cat out/key.txt',
      'ls out',
      'cat soon.md',
      'ls dotgit',
      'git log -- out/key.txt',
    ],
    // what belongs to git and to Fabula
    ...[
      'cat .git/config',
      'ls .git',
      'cat .fabula/project.json',
      'ls .FABULA',
      'cat 第一卷/.git/x',
    ],
    ...['cat .g\u200dit/config', "ls '.gi''t'"],
  ])('is only the very command for %j', (command) => {
    expect(ruleOf(command)).toBe(`$ ${command}`);
  });

  it('is only the very command of git where the folder is no repository of its own', () => {
    expect(commandRule('git log', { folder: plain })).toBe('$ git log');
    writeFileSync(join(plain, '.git'), 'gitdir: ../outside');
    expect(commandRule('git log', { folder: plain })).toBe('$ git log');
  });

  it.each([
    ['a monitor', 'config', '[core]\n\tfsmonitor = ./run.sh\n'],
    ['a monitor behind its section', 'config', '[core] fsmonitor = ./run.sh\n'],
    ['a comparing program', 'config', '[diff "x"]\n\ttextconv = ./run.sh\n'],
    ['other settings', 'config', '[include]\n\tpath = ../settings\n'],
    ['a settings line that goes on', 'config', '[user]\n\tname = a\\\n[core]\n'],
    ['another work tree', 'config', '[core]\n\tworktree = /\n'],
    ['a hook that reading runs', 'hooks/post-index-change', '#!/bin/sh\n'],
    ['another repository', 'commondir', '../../outside\n'],
    ['modules', '../.gitmodules', '[submodule "x"]\n'],
    ['no beginning', 'HEAD', null],
  ])('is only the very command of git where the repository has %s', (_name, file, text) => {
    const book = mkdtempSync(join(home, 'book-'));
    execFileSync('git', ['init', '--quiet', book]);
    expect(commandRule('git status', { folder: book })).toBe('git status …');
    mkdirSync(join(book, '.git', 'hooks'), { recursive: true });
    if (text === null) rmSync(join(book, '.git', file));
    else writeFileSync(join(book, '.git', file), text);
    expect(commandRule('git status', { folder: book })).toBe('$ git status');
  });

  it('changes when a name in it becomes a link that leads out', () => {
    expect(ruleOf('cat later.md')).toBe('cat …');
    symlinkSync(join(home, 'outside', 'key.txt'), join(folder, 'later.md'));
    expect(ruleOf('cat later.md')).toBe('$ cat later.md');
  });

  it('lets no chained command pass by the rule of a program [S1]', () => {
    const chains = [
      ...[';', '&', '&&', '|', '||', '|&', '>', '>>', '<', '<<', '<(', '>(', '2>&1', '&>'],
      ...['$(', '$', '${', '`', '\\', '\n', '\r', '\r\n', '(', ')', '{', '}', '!', '#', '*', '?'],
      ...['\u2028', '\u2029', '\u0085', '\u0000', '\u000b', '\u000c', '\u001b', '[', ']'],
    ];
    const words = fc.constantFrom('git', 'status', 'ls', 'cat', '-la', 'a.md', '第一章.md', '-n');
    const spaced = fc.array(words, { minLength: 1, maxLength: 4 }).map((all) => all.join(' '));
    fc.assert(
      fc.property(spaced, fc.constantFrom(...chains), spaced, fc.nat(), (one, chain, other, at) => {
        const whole = `${one} ${other}`;
        const place = at % (whole.length + 1);
        const chained = whole.slice(0, place) + chain + whole.slice(place);
        fc.pre(bare(chained) !== bare(whole));
        expect(ruleOf(chained)).toBe(`$ ${bare(chained)}`);
      }),
      { numRuns: 2000 },
    );
  });

  it('never gives two different ways to start something the same rule, programs aside [S1]', () => {
    const text = fc.string({ unit: 'binary-ascii', minLength: 1, maxLength: 12 });
    const setting = fc.record(
      {
        args: fc.array(text, { maxLength: 2 }),
        cwd: text,
        env: fc.dictionary(fc.constantFrom('A', 'B'), text, { maxKeys: 1 }),
      },
      { requiredKeys: [] },
    );
    const key = (command: string, one: typeof setting extends fc.Arbitrary<infer T> ? T : never) =>
      JSON.stringify([
        one.args === undefined ? bare(command) : command,
        one.args ?? null,
        one.cwd === '.' ? '' : (one.cwd ?? ''),
        one.env ?? {},
      ]);
    fc.assert(
      fc.property(text, setting, text, setting, (one, first, other, second) => {
        fc.pre(key(one, first) !== key(other, second));
        const rule = commandRule(one, { folder, ...first });
        fc.pre(!rule.endsWith(' …'));
        expect(rule).not.toBe(commandRule(other, { folder, ...second }));
      }),
      { numRuns: 2000 },
    );
  });

  it('tells a program started directly, elsewhere or with variables from a line of shell', () => {
    expect(commandRule('git', { folder, args: ['status'] })).toBe('["git","status"]');
    expect(commandRule('git status', { folder, cwd: '.' })).toBe('git status …');
    expect(commandRule('git status', { folder, cwd: 'notes' })).toBe(
      '{"cwd":"notes"} $ git status',
    );
    expect(commandRule('git status', { folder, env: { GIT_DIR: 'x' } })).toBe(
      '{"env":{"GIT_DIR":"x"}} $ git status',
    );
  });
});
