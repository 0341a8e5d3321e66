/** The tool `lookup_constraints`. */
import { z } from 'zod';
import { ConstraintType } from '#shared/domain/constraint.ts';
import { constraintKey } from '#shared/domain/source-key.ts';
import type { ConstraintsService } from '#main/book/constraints/service.ts';
import { defineTool, type Tool } from '../../tool.ts';
import { catchToolFailure } from '../catch-tool-failure.ts';

const maxConstraints = 100;

const Input = z.strictObject({
  type: ConstraintType.optional(),
  offset: z.number().int().min(0).optional().describe('Constraints to skip, to read on.'),
});

/** `lookup_constraints`. */
export const createLookupConstraintsTool = (dependencies: {
  constraints: Pick<ConstraintsService, 'list'>;
}): Tool =>
  defineTool({
    name: 'lookup_constraints',
    description: `Lists the rules the writer set for the book (narrative, character, world, style, plot), the most important first. They must not be violated. At most ${maxConstraints} a call.`,
    input: Input,
    origin: 'project',
    ephemeral: null,
    readOnly: true,
    permission: null,
    run: catchToolFailure(async ({ type, offset = 0 }, { projectId, view }) => {
      const all = dependencies.constraints
        .list(projectId)
        .filter((one) => one.enabled && (type === undefined || one.type === type))
        .filter((one) => view.allowsConstraint(one));
      const page = all.slice(offset, offset + maxConstraints);
      const next = offset + page.length;
      const more = next < all.length ? `\nMore follow: offset=${next}.` : '';
      const lines = page.map((one, index) => `${offset + index + 1}. [${one.type}] ${one.text}`);
      return {
        text: all.length === 0 ? 'There are no constraints.' : `${lines.join('\n')}${more}`,
        data: {
          constraints: page.map((one) => ({ type: one.type, text: one.text, source: one.source })),
          total: all.length,
          truncated: next < all.length,
        },
        from: { read: page.map((one) => constraintKey(one.constraintId)), exact: true },
      };
    }),
  });
