import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Fence } from '#shared/domain/fence.ts';
import { forbiddenNames } from '#main/context/engine/forbidden-names.ts';
import { createPreparation, type Preparation } from '#main/context/engine/preparation.ts';
import { templatesFor } from '#main/context/engine/prompt-templates.ts';
import { rankRules } from '#main/context/engine/rank-rules.ts';
import { aConstraint, aMaterial, anEntity, aRule } from '#tests/helpers/material.ts';

const names = ['沈砚舟', '苏蔓', '林远'];

const aFence: fc.Arbitrary<Fence | null> = fc.constantFrom<Fence | null>(
  null,
  null,
  { notBeforeChapter: 4 },
  { knownBy: ['e0'] },
  { neverSend: true },
);

const aCodex = fc.tuple(aFence, aFence, aFence).map((fences) =>
  fences.map((fence, index) => {
    const other = names[(index + 1) % names.length] ?? '';
    return anEntity(`e${index}`, {
      name: names[index] ?? '',
      summary: `${names[index] ?? ''}住在渡口。他认得${other}。`,
      fence,
    });
  }),
);

const aRequest = fc.record({
  entities: fc.nat(1),
  chapter: fc.integer({ min: 1, max: 7 }),
  pointOfViewEntityId: fc.constantFrom(null, 'e0', 'e1'),
  mute: fc.constantFrom<string[]>([], ['e1'], ['c0'], ['r1']),
  confirmed: fc.boolean(),
  sticky: fc.constantFrom<string[]>([], ['e2']),
});

describe('what is prepared once for many requests', () => {
  it('is what would be made anew, whatever was asked before', () => {
    const constraints = ['沈砚舟不得离开渡口', '少用比喻'].map((text, index) =>
      aConstraint(`c${index}`, { text }),
    );
    fc.assert(
      fc.property(
        fc.tuple(aCodex, aCodex),
        fc.array(aRequest, { minLength: 1, maxLength: 12 }),
        (codices, requests) => {
          const remembered = createPreparation();
          for (const {
            entities,
            chapter,
            pointOfViewEntityId,
            confirmed,
            ...request
          } of requests) {
            const { mute, sticky } = request;
            const rules = [aRule('r0', 1, { confirmed }), aRule('r1', 0.5, { text: '苏蔓少说话' })];
            const rank = (prepare: Preparation) => {
              const input = aMaterial({
                prepare,
                constraints,
                rules,
                entities: codices[entities] ?? [],
                mute: new Set(mute),
                stickyEntityIds: new Set(sticky),
                findNames: (text) =>
                  names.flatMap((name, index) =>
                    text.includes(name) ? [{ entityId: `e${index}`, name, start: 0, end: 1 }] : [],
                  ),
              });
              const at = { chapter, pointOfViewEntityId };
              const view = { templates: templatesFor('zh-CN'), at };
              const forbidden = forbiddenNames(input, at);
              const ranked = [
                ...rankRules(input, { ...view, forbidden }),
                ...prepare.settings(input, forbidden),
              ];
              // Functions and what counting leaves behind are no part of what is said.
              return JSON.parse(JSON.stringify(ranked)) as unknown;
            };
            expect(rank(remembered)).toEqual(rank(createPreparation()));
          }
        },
      ),
    );
  });
});
