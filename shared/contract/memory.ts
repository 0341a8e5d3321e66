/** The calls about what was learned. */
import { z } from 'zod';
import { Count, Identifier, Nothing, ProjectScope } from '../domain/identifiers.ts';
import { Episode, MemoryRule, MemoryRuleText, WorkingNote } from '../domain/memory.ts';
import { defineChannel } from './define.ts';

const RuleScope = ProjectScope.extend({ ruleId: Identifier });
const EpisodeScope = ProjectScope.extend({ episodeId: Identifier });
const Confidence = z.number().min(0).max(1);

export const memoryContract = {
  /** Most confident first. */
  'memory:rules:list': defineChannel(ProjectScope, z.object({ items: z.array(MemoryRule) })),
  /** A new rule is a proposal: it reaches no prompt before it is confirmed. */
  'memory:rules:create': defineChannel(
    ProjectScope.extend({
      text: MemoryRuleText,
      confidence: Confidence,
      confirmed: z.boolean().optional(),
    }),
    MemoryRule,
  ),
  'memory:rules:confirm': defineChannel(
    RuleScope.extend({ expectedVersion: Count.optional() }),
    MemoryRule,
  ),
  'memory:rules:update': defineChannel(
    RuleScope.extend({
      expectedVersion: Count,
      text: MemoryRuleText.optional(),
      confidence: Confidence.optional(),
      confirmed: z.boolean().optional(),
    }),
    MemoryRule,
  ),
  'memory:rules:delete': defineChannel(RuleScope, Nothing),
  'memory:rules:restore': defineChannel(RuleScope, MemoryRule),
  /** Newest first, as many as asked for; `total`: how many there are. */
  'memory:episodes:list': defineChannel(
    ProjectScope.extend({ limit: z.number().int().min(1).max(1000).optional() }),
    z.object({ items: z.array(Episode), total: Count }),
  ),
  'memory:episodes:create': defineChannel(
    ProjectScope.extend({
      text: z.string().trim().min(1).max(4000),
      documentId: Identifier.nullable().optional(),
    }),
    Episode,
  ),
  'memory:episodes:delete': defineChannel(EpisodeScope, Nothing),
  /** The record as it was, with its time and its chapter, be that gone. */
  'memory:episodes:restore': defineChannel(EpisodeScope, Episode),
  /** What this sitting remembers; gone when the project is closed. */
  'memory:working:list': defineChannel(ProjectScope, z.object({ items: z.array(WorkingNote) })),
};
