/** The calls about constraints. */
import { z } from 'zod';
import {
  Constraint,
  ConstraintChange,
  ConstraintPriority,
  ConstraintSource,
  ConstraintText,
  ConstraintType,
  WrittenConstraint,
} from '../domain/constraint.ts';
import { FenceInput } from '../domain/fence.ts';
import { Count, Identifier, Nothing, ProjectScope } from '../domain/identifiers.ts';
import { defineChannel } from './define.ts';

const ConstraintScope = ProjectScope.extend({ constraintId: Identifier });
const ConstraintList = z.object({ items: z.array(Constraint) });
const ConstraintChanges = z.array(ConstraintChange).max(1000);

/** S3-21, S3-22. Lists are in the order in which the constraints are sent. */
export const constraintsContract = {
  'constraints:list': defineChannel(ProjectScope, ConstraintList),
  'constraints:create': defineChannel(
    ProjectScope.extend({
      type: ConstraintType,
      text: ConstraintText,
      /** 'user' unless said otherwise. */
      source: ConstraintSource.optional(),
      priority: ConstraintPriority.optional(),
      enabled: z.boolean().optional(),
      fence: FenceInput.nullable().optional(),
    }),
    WrittenConstraint,
  ),
  'constraints:update': defineChannel(
    ConstraintScope.extend({
      expectedVersion: Count,
      text: ConstraintText.optional(),
      type: ConstraintType.optional(),
      priority: ConstraintPriority.optional(),
      enabled: z.boolean().optional(),
      fence: FenceInput.nullable().optional(),
    }),
    WrittenConstraint,
  ),
  'constraints:delete': defineChannel(ConstraintScope, Nothing),
  /** Undoes a delete. */
  'constraints:restore': defineChannel(ConstraintScope, Constraint),
  /** All ids in the wished order, most important first; rewrites the priorities. */
  'constraints:reorder': defineChannel(
    ProjectScope.extend({ constraintIds: z.array(Identifier).max(1000) }),
    ConstraintList.extend({ changes: ConstraintChanges }),
  ),
  /**
   * Takes all of these changes back or none; what is as before already is left. FIELD_CHANGED where something else is
   * written there since. Answers with what it changed, by which it can be taken back in turn.
   */
  'constraints:takeBack': defineChannel(
    ProjectScope.extend({ changes: ConstraintChanges }),
    z.object({ changes: ConstraintChanges }),
  ),
};
