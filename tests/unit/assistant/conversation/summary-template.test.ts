import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  fillTemplate,
  findMissingHeadings,
  summaryTemplate,
} from '#main/assistant/conversation/summary/template.ts';

const period = { from: Date.UTC(2026, 0, 2, 9, 30), to: Date.UTC(2026, 0, 3, 18, 5) };

const headings = [
  '## 📌 Archived Session Summary',
  '### 🎯 Objectives & Status',
  '### 🏗️ Technical Context (Static)',
  '### ✅ Completed Milestones (The "Done" Pile)',
  '### 🧠 Key Insights & Decisions (Persistent Memory)',
  '### 📂 File System State (Snapshot)',
];
const headingsOf = (text: string): string[] =>
  text.split('\n').filter((line) => line.startsWith('#'));

const answer = `## 📌 Archived Session Summary
*(Contains context from [Start Time] to [Cutoff Time])*

### 🎯 Objectives & Status
* **Original Goal**: 查清铜铃的伏笔

### 🏗️ Technical Context (Static)
* **Stack**: 《雪夜灯》，第三人称

### ✅ Completed Milestones (The "Done" Pile)
* [✓] 列出铜铃出现的章节 - 共四处

### 🧠 Key Insights & Decisions (Persistent Memory)
* **Decisions**: 铃在第三章就该响

### 📂 File System State (Snapshot)
*(Modified files in this archive segment)*
* \`三.md\`: 加了一句`;

describe('the template of summaries', () => {
  it.each(['zh-CN', 'en'] as const)(
    'has the fixed headings and the times (%s) [S4-18]',
    (language) => {
      const template = summaryTemplate(period, language);
      expect(headingsOf(template)).toEqual(headings);
      expect(template.split('\n')[1]).toBe(
        '*(Contains context from [2026-01-02 09:30 UTC] to [2026-01-03 18:05 UTC])*',
      );
      expect(template).toContain('*(Modified files in this archive segment)*');
      expect(findMissingHeadings(template)).toEqual([]);
    },
  );

  it('puts our times into an answer and leaves its words [S4-18]', () => {
    expect(findMissingHeadings(answer)).toEqual([]);
    expect(fillTemplate(answer, period)).toBe(
      answer.replace(
        '[Start Time] to [Cutoff Time]',
        '[2026-01-02 09:30 UTC] to [2026-01-03 18:05 UTC]',
      ),
    );
  });

  it('knows headings by their words, in a code fence, at another level, without signs [S4-18]', () => {
    const bent = answer
      .replace('### 🏗️ Technical', '## 🏗 Technical')
      .replace('### ✅ ', '#### ')
      .replace(' (The "Done" Pile)', ':');
    const fenced = `\`\`\`markdown\n${bent}\n\`\`\`\n`;
    expect(findMissingHeadings(fenced)).toEqual([]);
    expect(fillTemplate(fenced, period)).toBe(fillTemplate(answer, period));
  });

  it('leaves out what a model says before a whole template [S4-18]', () => {
    const polite = `Sure, here is the summary:\n\n${answer}`;
    expect(fillTemplate(polite, period)).toBe(fillTemplate(answer, period));
  });

  it('keeps an answer without the template word for word among the insights [S4-19]', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[雪灯a-z .*-]{1,60}$/u), (words) => {
        const wrapped = fillTemplate(words, period);
        expect(headingsOf(wrapped)).toEqual(headings);
        expect(wrapped).toContain(words.trim() === '' ? '* —' : words.trim());
        expect(wrapped.indexOf(words.trim())).toBeGreaterThanOrEqual(0);
      }),
    );
    const half = '先说一句。\n### 🎯 Objectives & Status\n* 查伏笔';
    expect(findMissingHeadings(half)).toEqual(headings.slice(2));
    const wrapped = fillTemplate(half, period);
    expect(wrapped).toContain('### 🎯 Objectives & Status\n* 查伏笔');
    expect(wrapped).toContain('(Persistent Memory)\n先说一句。');
  });

  it('changes nothing when it is done twice [S4-18]', () => {
    const line = fc.oneof(
      fc.constantFrom(
        ...headings,
        '### Other',
        '* 要点',
        '',
        '```',
        '*(Contains context from [a] to [b])*',
      ),
      fc.string({ unit: 'grapheme', maxLength: 20 }),
    );
    fc.assert(
      fc.property(fc.array(line, { maxLength: 20 }), (lines) => {
        const once = fillTemplate(lines.join('\n'), period);
        expect(findMissingHeadings(once)).toEqual([]);
        expect(fillTemplate(once, period)).toBe(once);
      }),
    );
  });
});
