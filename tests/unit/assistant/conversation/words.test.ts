import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cutExcerptAround } from '#main/assistant/conversation/excerpt.ts';
import { shortenInstructions } from '#main/assistant/conversation/project-instructions.ts';
import { recordStem } from '#main/assistant/conversation/offload/record.ts';
import { makeTitle } from '#main/assistant/conversation/title.ts';
import { todoRecap } from '#main/assistant/conversation/todo-recap.ts';
import { isContentPath } from '#main/assistant/files/names.ts';

describe('words of a conversation', () => {
  it('a title is the first line that says something [S4-04]', () => {
    expect(makeTitle('\n  第三章  怎么\t收？ \n第二行')).toBe('第三章 怎么 收？');
    expect(makeTitle('字'.repeat(60))).toBe(`${'字'.repeat(40)}…`);
  });

  it('an excerpt shows the query where it stands [S4-04]', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 200 }), fc.string({ maxLength: 200 }), (before, after) => {
        expect(cutExcerptAround(`${before}半块玉佩${after}`, '半块玉佩')).toContain('半块玉佩');
      }),
    );
    expect(cutExcerptAround(`${'前'.repeat(100)}玉佩${'后'.repeat(100)}`, '玉佩')).toBe(
      `…${'前'.repeat(40)}玉佩${'后'.repeat(40)}…`,
    );
  });

  it('a law is cut between lines, or between characters where there are none [S4-02]', () => {
    expect(shortenInstructions('CODE_LAW.md', '一\n二\n三', 4)).toMatch(
      /^一\n二\n\n\[.* after line 2\./,
    );
    expect(shortenInstructions('CODE_LAW.md', '😀😀😀', 3)).toMatch(/^😀\n\n\[.* within line 1\./);
    expect(shortenInstructions('CODE_LAW.md', '一\n二', 3)).toBe('一\n二');
  });

  it('every name of a tool and every id of a call makes a path of the tree [S2-05]', () => {
    const text = fc.string({ unit: 'binary-ascii' });
    const hostile = fc.constantFrom('../..', 'con', 'NUL.txt', '...', 'a/b', '\0', '', '中文', ' ');
    fc.assert(
      fc.property(fc.oneof(text, hostile), fc.oneof(text, hostile), (tool, callId) => {
        const metadata = { tool_name: tool, call_id: callId };
        const stem = recordStem({ messageId: 'V1StGXR8_Z5jdHi6B-myT', role: 'tool', metadata });
        expect(isContentPath(`${stem}.json`)).toBe(true);
        expect(stem.split('/')).toHaveLength(3);
      }),
    );
  });

  it('the recap lists what is to do, and is silent once all is done [S4-12]', () => {
    expect(todoRecap([])).toBe('');
    expect(todoRecap([{ content: 'a', status: 'completed' }])).toBe('');
    expect(
      todoRecap([
        { content: 'a', status: 'completed' },
        { content: 'b', status: 'pending' },
      ]),
    ).toBe('Todo recap:\n[x] a\n[ ] b');
  });
});
