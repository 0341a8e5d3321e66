import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { commandRule } from '#main/services/agent/permissions/command-rule.ts';

const chains = [
  ...[';', '&', '&&', '|', '||', '|&', '>', '>>', '<', '<<', '<(', '>(', '2>&1', '&>'],
  ...['$(', '$', '${', '`', '\\', '\n', '\r', '\r\n', '(', ')', '{', '}', '!', '#', '%', '^', '~'],
  ...['\u2028', '\u2029', '\u0085', '\u0000', '\u000b', '\u000c', '\u001b'],
];

/** Without the white space at its ends that every shell skips. */
const bare = (command: string): string => command.replace(/^[ \t\r\n]+|[ \t\r\n]+$/g, '');

describe('what a standing permission for a command covers', () => {
  it.each([
    ['git status', 'git status …'],
    ['git status -s', 'git status …'],
    ['  git log --oneline -5 ', 'git log …'],
    ['ls', 'ls …'],
    ['ls -la 第一卷', 'ls …'],
    ['cat "第三章 雪.md"', 'cat …'],
    ['npm run build', 'npm run …'],
  ])('is a beginning for the plain command %j', (command, rule) => {
    expect(commandRule(command)).toBe(rule);
  });

  it.each([
    'git -c core.pager=x log',
    'rm notes',
    'rm -rf .',
    'sudo apt update',
    'env git status',
    '/usr/bin/env git status',
    'python3 count.py',
    'find . -delete',
    'xargs rm',
    'sh -c ls',
    'FOO=bar git status',
    'pandoc a.md',
    'git status; rm -rf .',
    'ls > a.txt',
    'ls\nrm a',
    'cat $(which ls)',
    'git status …',
    'cat /etc/hostname',
    'cat "/etc/hostname"',
    "head ''/etc/hostname",
    'cat ../other/key.txt',
    'grep -r key ..',
    'grep --file=/etc/hostname a.md',
    'git diff --no-index /etc/hostname a.md',
    'cat C:/key.txt',
  ])('is only the very command for %j', (command) => {
    expect(commandRule(command)).toBe(`$ ${command}`);
  });

  it('S1 lets no chained command pass by the rule of a beginning', () => {
    const words = fc.constantFrom(
      'git',
      'status',
      'ls',
      'cat',
      '-la',
      'a.md',
      '第一章.md',
      '"b c"',
    );
    const plain = fc.array(words, { minLength: 1, maxLength: 4 }).map((all) => all.join(' '));
    fc.assert(
      fc.property(
        plain,
        fc.constantFrom(...chains),
        plain,
        fc.nat(),
        (before, chain, after, at) => {
          const whole = `${before} ${after}`;
          const place = at % (whole.length + 1);
          const chained = whole.slice(0, place) + chain + whole.slice(place);
          fc.pre(bare(chained) !== bare(whole));
          expect(commandRule(chained)).toBe(`$ ${bare(chained)}`);
          expect(commandRule(chained)).not.toBe(commandRule(before));
        },
      ),
      { numRuns: 2000 },
    );
  });

  it('S1 never gives two different ways to start something the same rule, beginnings aside', () => {
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
        const rule = commandRule(one, first);
        fc.pre(!rule.endsWith(' …'));
        expect(rule).not.toBe(commandRule(other, second));
      }),
      { numRuns: 2000 },
    );
  });

  it('tells a program started directly, elsewhere or with variables from a line of shell', () => {
    expect(commandRule('git', { args: ['status'] })).toBe('["git","status"]');
    expect(commandRule('git status', { cwd: '.' })).toBe('git status …');
    expect(commandRule('git status', { cwd: 'notes' })).toBe('{"cwd":"notes"} $ git status');
    expect(commandRule('git status', { env: { GIT_DIR: 'x' } })).toBe(
      '{"env":{"GIT_DIR":"x"}} $ git status',
    );
  });
});
