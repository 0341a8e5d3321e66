import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type ChangedFile, describeChanges } from '#main/book/git/commit-message.ts';
import { explainFailure } from '#main/book/git/explain-failure.ts';
import { isUsableVersion } from '#main/book/git/find-git.ts';
import { gitEnvironment } from '#main/book/git/environment.ts';
import { changeOf, parseStatus } from '#main/book/git/list-changes.ts';

const chapter = (path: string, change: ChangedFile['change']): ChangedFile => ({
  ...{ path, change },
  kind: 'chapter',
});

it('says in the language of the book what changed [B11]', () => {
  const files: ChangedFile[] = [
    ...['卷一/01-雪夜.md', '02.md', '03.md', '04.md', '05.md'].map((path) =>
      chapter(path, 'changed'),
    ),
    chapter('06.md', 'added'),
    { path: 'codex/a.md', change: 'added', kind: 'record' },
  ];
  expect(describeChanges(files, 'zh-CN')).toBe(
    '改写《01-雪夜》《02》《03》等 5 章；新增《06》；更新 1 份设定与约束等记录',
  );
  expect(describeChanges(files, 'en')).toBe(
    'Change 01-雪夜, 02, 03 and 2 more; add 06; update 1 record',
  );
  expect(describeChanges([chapter('a.md', 'removed')], 'en')).toBe('Remove a');
});

it('says something in one line of every change, whatever the names are [B11]', () => {
  const file = fc.record({
    path: fc.string({ minLength: 1 }).map((name) => `${name}.md`),
    change: fc.constantFrom('added', 'changed', 'removed'),
    kind: fc.constantFrom('chapter', 'record', 'instructions'),
  });
  fc.assert(
    fc.property(
      fc.array(file, { minLength: 1 }),
      fc.constantFrom('zh-CN', 'en'),
      (files, language) => {
        const words = describeChanges(files, language);
        expect(words.trim()).not.toBe('');
        expect(words).not.toMatch(/\n/u);
      },
    ),
  );
});

it.each([
  ["fatal: Unable to create '/b/.git/index.lock': File exists.", 'GIT_LOCKED'],
  ["fatal: could not read Username for 'https://h': terminal prompts disabled", 'GIT_UNAUTHORIZED'],
  ['git@h: Permission denied (publickey).\nfatal: Could not read from remote', 'GIT_UNAUTHORIZED'],
  ['fatal: unable to access: Could not resolve host: h', 'GIT_UNREACHABLE'],
  ['!\trefs/heads/main\t[rejected] (fetch first)', 'GIT_BEHIND'],
  ['!\trefs/heads/main\t[remote rejected] (pre-receive hook declined)', 'GIT_REFUSED'],
  ['error: No space left on device', 'DISK_FULL'],
  ['error: gpg failed to sign the data', 'GIT_FAILED'],
])('knows what %j means [B11]', (words, code) => {
  expect(explainFailure(words).code).toBe(code);
});

it('shows what git said without sign-ins and without what acts unseen [B11]', () => {
  const { details } = explainFailure('odd https://w:secret@h/b.git \u001b[2J');
  expect(details).toEqual({ output: 'odd https://…@h/b.git ␛[2J' });
});

it('uses no git that is too old [B11]', () => {
  expect(['2.39.5', '2.25.0', '3.0', '2.24.9', '1.9', ''].map(isUsableVersion)).toEqual([
    ...[true, true, true],
    ...[false, false, false],
  ]);
});

it('hands on neither keys nor the repository of somebody’s hook [B11]', () => {
  const env = gitEnvironment({
    ...{
      PATH: '/usr/bin:.:bin',
      HOME: '/h',
      OPENAI_API_KEY: 'k',
      GIT_DIR: '/x',
      GIT_INDEX_FILE: '/y',
    },
  });
  expect(env).toMatchObject({ PATH: '/usr/bin', HOME: '/h', GIT_TERMINAL_PROMPT: '0' });
  expect(Object.keys(env)).not.toEqual(
    expect.arrayContaining([expect.stringMatching(/KEY|GIT_DIR|GIT_INDEX_FILE/u)]),
  );
});

it('reads what was added, changed and removed [B11]', () => {
  const files = parseStatus('?? 新 章.md\0 M 01.md\0 D 02.md\0D  03.md\0A  04.md\0');
  expect(files.map((file) => [file.path, changeOf(file)])).toEqual([
    ...[
      ['新 章.md', 'added'],
      ['01.md', 'changed'],
      ['02.md', 'removed'],
    ],
    ...[
      ['03.md', 'removed'],
      ['04.md', 'added'],
    ],
  ]);
});
