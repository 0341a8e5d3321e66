/** The form of every summary. */
import type { Language } from '#shared/domain/identifiers.ts';

const title = '## 📌 Archived Session Summary';
const snapshotNote = '*(Modified files in this archive segment)*';
const emptyBody = '* —';

type Section = {
  heading: string;
  /** What a model's heading begins with, its signs left out. */
  name: string;
  /** What the model is asked to put below it. */
  asks: Readonly<Record<Language, readonly string[]>>;
};

/** The sections of S4-18, in order. */
const sections: readonly Section[] = [
  {
    heading: '### 🎯 Objectives & Status',
    name: 'objectives',
    asks: {
      'zh-CN': ['* **Original Goal**: [作者最初想做什么]'],
      en: ['* **Original Goal**: [what the writer set out to do]'],
    },
  },
  {
    heading: '### 🏗️ Technical Context (Static)',
    name: 'technical context',
    asks: {
      'zh-CN': [
        '* **Stack**: [书名、体裁、叙事视角与时态、语言与文风约定]',
        '* **Environment**: [涉及的卷、章与文件，人物、地点、时间线的既定事实]',
      ],
      en: [
        '* **Stack**: [the book, its genre, point of view and tense, language and style decisions]',
        '* **Environment**: [parts, chapters and files concerned; settled facts of characters, places, timeline]',
      ],
    },
  },
  {
    heading: '### ✅ Completed Milestones (The "Done" Pile)',
    name: 'completed milestones',
    asks: {
      'zh-CN': ['* [✓] [已完成的任务] - [简述结果]'],
      en: ['* [✓] [a task that is done] - [its result in short]'],
    },
  },
  {
    heading: '### 🧠 Key Insights & Decisions (Persistent Memory)',
    name: 'key insights',
    asks: {
      'zh-CN': [
        '* **Decisions**: [已定的写法与情节，放弃的方案及原因]',
        '* **Learnings**: [稿子里发现的事实、矛盾与要当心的地方]',
        '* **User Preferences**: [作者强调的习惯与好恶]',
      ],
      en: [
        '* **Decisions**: [what was settled about plot and prose, what was given up and why]',
        '* **Learnings**: [facts and contradictions found in the manuscript, things to beware of]',
        '* **User Preferences**: [habits and dislikes the writer insisted on]',
      ],
    },
  },
  {
    heading: '### 📂 File System State (Snapshot)',
    name: 'file system state',
    asks: {
      'zh-CN': ['* `[文件路径]`: [改了什么]'],
      en: ['* `[path of the file]`: [what changed in it]'],
    },
  },
];

/** From when to when the archived messages are, in milliseconds since the epoch. */
export type Period = { from: number; to: number };

const minute = (milliseconds: number): string =>
  `${new Date(milliseconds).toISOString().slice(0, 16).replace('T', ' ')} UTC`;

const periodLine = ({ from, to }: Period): string =>
  `*(Contains context from [${minute(from)}] to [${minute(to)}])*`;

const compose = (period: Period, bodyOf: (section: Section) => string): string =>
  [
    `${title}\n${periodLine(period)}`,
    ...sections.map((section) => {
      const note = section.name === 'file system state' ? `${snapshotNote}\n` : '';
      return `${section.heading}\n${note}${bodyOf(section)}`;
    }),
  ].join('\n\n');

/** The template as a model is asked to fill it in: headings fixed, what is in brackets in the writer's language. */
export const summaryTemplate = (period: Period, language: Language): string =>
  compose(period, ({ asks }) => asks[language].join('\n'));

/** A heading's words without its signs and its level. */
const headingName = (line: string): string | null => {
  const words = /^\s{0,3}#{1,6}\s+(.*)$/u.exec(line)?.[1];
  return words === undefined ? null : words.replace(/^[^\p{L}]+/u, '').toLowerCase();
};

const fenceOpens = /^\s*`{3,}[a-z]*\s*$/u;

/** The lines of an answer without the code fence that models like to put around it. */
const unfenced = (answer: string): string[] => {
  const lines = answer.trim().split(/\r\n|\r|\n/u);
  const isFenced =
    lines.length > 2 && fenceOpens.test(lines[0] ?? '') && fenceOpens.test(lines.at(-1) ?? '');
  return isFenced ? lines.slice(1, -1) : lines;
};

type Answer = {
  /** By section, what stands below its heading. */
  bodies: ReadonlyMap<Section, string>;
  /** What stands below none. */
  outside: string;
};

const isOurs = (line: string): boolean =>
  line.trim() === snapshotNote || /^\s*\*\(Contains context from .*\)\*\s*$/u.test(line);

/** Takes an answer apart. Headings are known by their words: models change signs and levels. */
const readAnswer = (answer: string): Answer => {
  const bodies = new Map<Section, string[]>();
  const outside: string[] = [];
  let current = outside;
  for (const line of unfenced(answer)) {
    const name = headingName(line);
    const section = name === null ? undefined : sections.find((one) => name.startsWith(one.name));
    if (section) {
      current = bodies.get(section) ?? [];
      bodies.set(section, current);
    } else if (!isOurs(line) && name?.startsWith('archived session summary') !== true) {
      current.push(line);
    }
  }
  return {
    bodies: new Map([...bodies].map(([section, body]) => [section, body.join('\n').trim()])),
    outside: outside.join('\n').trim(),
  };
};

/** Headings of the template that an answer lacks. */
export const findMissingHeadings = (answer: string): string[] => {
  const { bodies } = readAnswer(answer);
  return sections.filter((section) => !bodies.has(section)).map(({ heading }) => heading);
};

/**
 * An answer in the template of S4-18, word for word its headings and our own times. What an answer that lacks
 * headings says outside of them goes to the insights, so that none of it is lost.
 */
export const fillTemplate = (answer: string, period: Period): string => {
  const { bodies, outside } = readAnswer(answer);
  const isWhole = sections.every((section) => bodies.has(section));
  return compose(period, (section) => {
    const stray = !isWhole && section.name === 'key insights' ? outside : '';
    const body = [bodies.get(section) ?? '', stray].filter((part) => part !== '').join('\n\n');
    return body === '' ? emptyBody : body;
  });
};
