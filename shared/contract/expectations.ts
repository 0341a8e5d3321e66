/** The calls about what requests must and must not carry: tests for a book (N11). */
import { z } from 'zod';
import {
  Expect,
  Expectation,
  ExpectationNote,
  ExpectationPlace,
  ExpectationResult,
  ExpectedItem,
} from '../domain/expectation.ts';
import { Count, Identifier, Nothing, ProjectScope } from '../domain/identifiers.ts';
import { defineChannel } from './define.ts';

const Given = z.object({
  at: ExpectationPlace,
  /** The skill the request is made for; `continue` unless said otherwise. */
  skillId: Identifier.optional(),
  expect: Expect,
  item: ExpectedItem,
  note: ExpectationNote.optional(),
});

const ExpectationScope = ProjectScope.extend({ expectationId: Identifier });

/** With what was found out last; null when nobody has looked yet. */
const Listed = Expectation.extend({ result: ExpectationResult.nullable() });

export const ExpectationRun = z.object({
  items: z.array(ExpectationResult),
  passed: Count,
  /** All that did not pass, those that cannot be judged among them. */
  failed: Count,
  unjudged: Count,
  /** Assemblies that were made for it: one answers all expectations of its place. */
  assemblies: Count,
});
export type ExpectationRun = z.infer<typeof ExpectationRun>;

export const expectationsContract = {
  'expectations:list': defineChannel(ProjectScope, z.object({ items: z.array(Listed) })),
  /** One that says the same already is answered as it is. ENTITY_NOT_FOUND, CONSTRAINT_NOT_FOUND, DOCUMENT_NOT_FOUND, EXPECTATION_INVALID, EXPECTATION_LIMIT. */
  'expectations:create': defineChannel(ProjectScope.extend(Given.shape), Expectation),
  /** EXPECTATION_NOT_FOUND; EXPECTATION_CONFLICT where a version is expected and it is another. */
  'expectations:update': defineChannel(
    ExpectationScope.extend(Given.partial().shape).extend({ expectedVersion: Count.optional() }),
    Expectation,
  ),
  'expectations:delete': defineChannel(ExpectationScope, Nothing),
  /** Undoes a delete. */
  'expectations:restore': defineChannel(ExpectationScope, Expectation),
  /** Looks now, at all of them or at those named; sends nothing. EXPECTATION_NOT_FOUND. */
  'expectations:run': defineChannel(
    ProjectScope.extend({ expectationIds: z.array(Identifier).max(2_000).optional() }),
    ExpectationRun,
  ),
};
