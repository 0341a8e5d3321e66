/** What others may ask of constraints. */
import type { Parsed } from '#shared/contract/index.ts';
import type { ConstraintFields, RecordSource } from '../record-source.ts';
import type { Constraint } from '#shared/domain/constraint.ts';

export type ConstraintsService = {
  /** For the records of the book's folder. */
  records: RecordSource<ConstraintFields>;
  /** In the order in which they are sent: priority falling, then creation. Disabled ones are in it. */
  list(projectId: string): Constraint[];
  /** Ids of rows that are damaged and therefore in no list. */
  malformed(projectId: string): readonly string[];
  /** Ids of deleted constraints that had a fence. */
  listDeletedFenced(projectId: string): string[];
  create(input: Parsed<'constraints:create'>): Constraint;
  update(input: Parsed<'constraints:update'>): Constraint;
  remove(projectId: string, constraintId: string): void;
  restore(projectId: string, constraintId: string): Constraint;
  reorder(projectId: string, constraintIds: readonly string[]): Constraint[];
  /** Deletes everything of a forgotten project. */
  /** The chapters that fences name changed in the database. */
  reread(projectId: string): void;
  forgetProject(projectId: string): void;
};
