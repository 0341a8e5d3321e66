import { describe, expect, it } from 'vitest';
import { causeWords } from '#renderer/features/history/version-words.ts';
import { createI18n } from '#renderer/i18n/index.ts';
import type { SnapshotInfo } from '#shared/domain/project.ts';

const version: SnapshotInfo = {
  snapshotId: 'one',
  version: 'v1',
  reason: 'beforeReplace',
  createdAt: 0,
  wordCount: 2,
  charCount: 2,
};

describe('what led to a version', () => {
  it('is told in words as the page shows them, without the marks of emphasis [W8 F22]', async () => {
    const { t } = await createI18n('zh-CN');
    const said = (cause: SnapshotInfo['cause']) =>
      causeWords({ t, language: 'zh-CN', now: 0 }, { ...version, cause });
    const replaced = (from: string, to: string) => said({ kind: 'replace', from, to, places: 1 });
    expect(replaced('她_可能_走', '她**一定**走')).toBe('把“她可能走”换成“她一定走”');
    expect(replaced('**可能**', '')).toBe('删去“可能”');
    expect(replaced('_可能_', '可能')).toBe('把“_可能_”换成“可能”');
    expect(replaced('李**', '李某')).toBe('把“李**”换成“李某”');
    const instruction = '把*雪*写长些';
    const candidate = { kind: 'candidate', skillId: null, accepted: 1, of: 1 } as const;
    expect(said({ ...candidate, instruction })).toBe('随后接受了“把雪写长些”');
  });
});
