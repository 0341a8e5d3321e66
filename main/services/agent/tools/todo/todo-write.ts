import { z } from 'zod';
import { defineTool, type Tool } from '../../tool.ts';
import { answering } from '../answer.ts';

const mostTodos = 50;

/** Models add ids, priorities and summaries of their own: nothing of a list is lost without them. */
const Input = z.object({
  todos: z
    .array(
      z.object({
        content: z.string().trim().min(1).max(500),
        status: z.enum(['pending', 'in_progress', 'completed']),
      }),
    )
    .max(mostTodos)
    .describe('The whole list; it takes the place of the one before. Empty clears it.'),
});

type Todos = z.infer<typeof Input>['todos'];

const marks = { completed: '[x]', in_progress: '[>]', pending: '[ ]' } as const;

/** The list in words, as it is repeated at the end of every prompt. */
const recapOf = (todos: Todos): string => {
  if (todos.length === 0) return 'Todo: nothing.';
  const done = todos.filter(({ status }) => status === 'completed').length;
  return [
    `Todo: ${done} of ${todos.length} done.`,
    ...todos.map(({ content, status }) => `${marks[status]} ${content}`),
  ].join('\n');
};

/** `TodoWrite`. */
export const todoWriteTool = (): Tool =>
  defineTool({
    name: 'TodoWrite',
    description: `Keeps your list of things to do in this conversation; for work of more than two steps. Give the whole list each time, at most ${mostTodos} entries, one of them in_progress.`,
    input: Input,
    origin: 'project',
    ephemeral: null,
    permission: null,
    run: answering(async ({ todos }, context) => {
      context.setTodos(todos);
      const recap = recapOf(todos);
      return { text: recap, data: { recap, todos } };
    }),
  });
