import fc from 'fast-check';
import { Parser } from 'htmlparser2';
import { expect, it } from 'vitest';
import { junitOf, type TestedBook } from '#main/hosts/cli/expectation-report.ts';

type Node = { name: string; given: Record<string, string>; inside: Node[]; text: string };

/** The tree of an XML text in which every element is closed, and no attribute stands twice. */
const parse = (xml: string): Node => {
  const top: Node = { name: '', given: {}, inside: [], text: '' };
  const open = [top];
  const parser = new Parser(
    {
      onopentagname: (name) => {
        const node: Node = { name, given: {}, inside: [], text: '' };
        open.at(-1)?.inside.push(node);
        open.push(node);
      },
      onattribute(key, value, quote) {
        const given = open.at(-1)?.given ?? {};
        if (key in given || quote !== '"') throw new Error(`${key} stands twice or bare`);
        given[key] = value;
      },
      ontext(text) {
        const node = open.at(-1);
        if (node) node.text += text;
      },
      onclosetag(name, isImplied) {
        const node = open.pop();
        // `<a/>` is told as implied, too; it has nothing inside.
        if (node?.name !== name || (isImplied && (node.inside.length > 0 || node.text !== ''))) {
          throw new Error(`${name} is not closed`);
        }
      },
    },
    { xmlMode: true, decodeEntities: true },
  );
  parser.end(xml);
  const [root] = top.inside;
  if (!root || top.inside.length > 1 || open.length > 1) throw new Error('no single root');
  return root;
};

/** What the schema common to build servers asks of each element: attributes it must have, and what may be inside. */
const schema: Record<string, { must: readonly string[]; inside: readonly string[] }> = {
  testsuite: {
    must: ['name', 'tests', 'failures', 'errors', 'skipped', 'time'],
    inside: ['testcase'],
  },
  testcase: { must: ['name', 'classname', 'time'], inside: ['error', 'failure'] },
  failure: { must: ['message', 'type'], inside: [] },
  error: { must: ['message', 'type'], inside: [] },
};
const numbers = new Set(['tests', 'failures', 'errors', 'skipped', 'time']);

const check = (node: Node): void => {
  const rule = schema[node.name];
  expect(Object.keys(node.given).toSorted()).toEqual(rule?.must.toSorted());
  for (const [key, value] of Object.entries(node.given)) {
    if (numbers.has(key)) expect(value).toMatch(key === 'time' ? /^\d+\.\d{3}$/ : /^\d+$/);
  }
  if (node.inside.length > 0) expect(node.text.trim()).toBe('');
  for (const one of node.inside) {
    expect(rule?.inside).toContain(one.name);
    check(one);
  }
};

const states = ['held', 'broken', 'unjudged'] as const;

const bookOf = (
  name: string,
  cases: readonly { text: string; state: (typeof states)[number] }[],
  unreadable: readonly string[],
): TestedBook => {
  const documents = [{ documentId: 'one', title: name }];
  const expectations = cases.map(({ text }, at) => ({
    ...{
      expectationId: `e${at}`,
      at: { documentId: 'one' },
      placeWords: '',
      expect: 'in' as const,
    },
    ...{ item: { text }, skillId: 'continue', note: '', version: 1 },
    ...{ createdAt: 1, updatedAt: 1 },
  }));
  const items = cases.map(({ state }, at) => ({
    ...{ expectationId: `e${at}`, passed: state === 'held', state, checkedAt: 1 },
    why: {
      outcome: state === 'unjudged' ? ('failed' as const) : ('notSent' as const),
      ...{ places: 1, brokenPlaces: state === 'broken' ? 1 : 0 },
    },
  }));
  const count = (state: string): number => items.filter((one) => one.state === state).length;
  const run = {
    ...{ items, passed: count('held'), failed: items.length - count('held') },
    ...{ unjudged: count('unjudged'), assemblies: 1 },
  };
  const book = { name, language: 'en' as const, documents, entities: [], constraints: [] };
  return { ...book, expectations, run, unreadable: [...unreadable] };
};

const Words = fc.string({ unit: 'binary', maxLength: 12 });

it('a report for a build server is of the common form of JUnit, whatever a book says in it [N11]', () => {
  fc.assert(
    fc.property(
      Words,
      fc.array(fc.record({ text: Words, state: fc.constantFrom(...states) }), { maxLength: 6 }),
      fc.array(Words, { maxLength: 3 }),
      fc.nat(100_000),
      (name, cases, files, took) => {
        const unreadable = files.map((file) => `.fabula/expectations/${file}.yaml`);
        const suite = parse(junitOf(bookOf(name, cases, unreadable), took));
        expect(suite.name).toBe('testsuite');
        check(suite);
        const inside = (tag: string): number =>
          suite.inside.filter((one) => one.inside.some((child) => child.name === tag)).length;
        const broken = cases.filter(({ state }) => state === 'broken').length;
        const unjudged = cases.filter(({ state }) => state === 'unjudged').length;
        expect(suite.given).toMatchObject({
          tests: `${cases.length + files.length}`,
          failures: `${broken}`,
          errors: `${unjudged + files.length}`,
        });
        expect([suite.inside.length, inside('failure'), inside('error')]).toEqual([
          cases.length + files.length,
          broken,
          unjudged + files.length,
        ]);
        // What the cases took is what the look took, but for rounding.
        const sum = suite.inside.reduce((all, { given }) => all + Number(given.time), 0);
        if (cases.length > 0) expect(Math.abs(sum - took / 1000)).toBeLessThan(0.01);
      },
    ),
  );
});
