/** The list of things to do, for the end of a prompt. */
import type { Todo } from './service.ts';

const marks: Readonly<Record<Todo['status'], string>> = {
  completed: '[x]',
  in_progress: '[>]',
  pending: '[ ]',
};

/** The list of things to do, for the end of a prompt (S4-01); '' once nothing is left to do. */
export const todoRecap = (todos: readonly Todo[]): string => {
  if (todos.every(({ status }) => status === 'completed')) return '';
  const lines = todos.map(({ content, status }) => `${marks[status]} ${content}`);
  return ['Todo recap:', ...lines].join('\n');
};
