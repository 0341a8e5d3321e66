/** The tool `TodoWrite`. */
import { z } from 'zod';
import { defineTool, type Tool } from '../../tool.ts';
import { catchToolFailure } from '../catch-tool-failure.ts';

const maxTodos = 50;

/** Models add ids, priorities and summaries of their own: nothing of a list is lost without them. */
const Input = z.object({
  todos: z
    .array(
      z.object({
        content: z.string().trim().min(1).max(500),
        status: z.enum(['pending', 'in_progress', 'completed']),
      }),
    )
    .max(maxTodos)
    .describe('The whole list; it takes the place of the one before. Empty clears it.'),
});

type Todos = z.infer<typeof Input>['todos'];

const marks = { completed: '[x]', in_progress: '[>]', pending: '[ ]' } as const;

/** Entries a recap names of each kind. */
const maxNamed = 3;

const named = (todos: Todos, label: string): string[] => {
  if (todos.length === 0) return [];
  const names = todos.slice(0, maxNamed).map(({ content }) => content);
  const more = todos.length - names.length;
  return [`${label}: ${names.join('; ')}${more > 0 ? ` (and ${more} more)` : ''}.`];
};

/** Where the list stands, in a line: what history keeps of it (S4-12). The list itself ends every prompt. */
const recapOf = (todos: Todos): string => {
  if (todos.length === 0) return 'Todo: nothing.';
  const having = (status: Todos[number]['status']): Todos =>
    todos.filter((todo) => todo.status === status);
  return [
    `Todo: ${having('completed').length} of ${todos.length} done.`,
    ...named(having('in_progress'), 'In progress'),
    ...named(having('pending'), 'Next'),
  ].join(' ');
};

/** What the model reads when it has written the list: all of it. */
const listOf = (todos: Todos): string =>
  [recapOf(todos), ...todos.map(({ content, status }) => `${marks[status]} ${content}`)].join('\n');

/** `TodoWrite`. */
export const createTodoWriteTool = (): Tool =>
  defineTool({
    name: 'TodoWrite',
    description: `Keeps your list of things to do in this conversation; for work of more than two steps. Give the whole list each time, at most ${maxTodos} entries, one of them in_progress.`,
    input: Input,
    origin: 'project',
    ephemeral: null,
    permission: null,
    run: catchToolFailure(async ({ todos }, context) => {
      context.setTodos(todos);
      return { text: listOf(todos), data: { recap: recapOf(todos), todos } };
    }),
  });
