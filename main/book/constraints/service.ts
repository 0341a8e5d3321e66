/** What others may ask of constraints. */
import type { Parsed } from '#shared/contract/index.ts';
import type { ConstraintFields, RecordSource } from '../record-source.ts';
import type { Constraint, ConstraintChange, WrittenConstraint } from '#shared/domain/constraint.ts';

export type ConstraintsService = {
  /** For the records of the book's folder. */
  records: RecordSource<ConstraintFields>;
  /** In the order in which they are sent: priority falling, then creation. Disabled ones are in it. */
  list(projectId: string): Constraint[];
  /** Ids of rows that are damaged and therefore in no list. */
  malformed(projectId: string): readonly string[];
  /** Ids of deleted constraints that had a fence. */
  listDeletedFenced(projectId: string): string[];
  create(input: Parsed<'constraints:create'>): WrittenConstraint;
  update(input: Parsed<'constraints:update'>): WrittenConstraint;
  remove(projectId: string, constraintId: string): void;
  restore(projectId: string, constraintId: string): Constraint;
  reorder(
    projectId: string,
    constraintIds: readonly string[],
  ): { items: Constraint[]; changes: ConstraintChange[] };
  /** Takes back all of what writes changed, or nothing; FIELD_CHANGED, CONSTRAINT_LIMIT. Answers with what it changed. */
  takeBack(projectId: string, changes: readonly ConstraintChange[]): ConstraintChange[];
  /** The chapters that fences name changed in the database. */
  reread(projectId: string): void;
  /** Deletes everything of a forgotten project. */
  forgetProject(projectId: string): void;
};
