import { useMemo } from 'react';
import { type Command, useCommands } from '#renderer/app/commands.ts';
import { isEscapeTaken } from '#renderer/app/keyboard.ts';
import { type Translate, useWords } from '#renderer/i18n/index.ts';
import { isApple } from '#renderer/ui/keys.ts';
import { decide, decideRest } from './decide.ts';
import type { Decision } from './marks.ts';
import { step, turnAnswer } from './page-marks.ts';
import { useCandidates } from './store.ts';

const isWaiting = () => useCandidates.getState().pending.length > 0;
const hasAnswers = () => useCandidates.getState().passages.length > 0;

/** Ctrl Enter and Esc mean other things in fields and panels. */
const isInPage = () => {
  const { activeElement } = document;
  const isThere = activeElement?.matches('.page-text *, .candidate-bar *') === true;
  return isThere && !isEscapeTaken();
};

/** On Apple machines Alt Backspace deletes a word. */
const rejectShortcut = (): string =>
  isApple(navigator.platform) ? 'Ctrl+Backspace' : 'Alt+Backspace';

const shared = { group: 'now', when: isWaiting, onPage: true } as const;

const stepCommands: readonly Command[] = [
  {
    ...shared,
    id: 'candidates.next',
    titleKey: 'candidates:commands.next',
    shortcut: 'F8',
    run: () => void step(1),
  },
  {
    ...shared,
    id: 'candidates.previous',
    titleKey: 'candidates:commands.previous',
    shortcut: 'Shift+F8',
    run: () => void step(-1),
  },
  {
    ...shared,
    id: 'candidates.nextAnswer',
    titleKey: 'candidates:commands.nextAnswer',
    when: hasAnswers,
    shortcut: 'Alt+Right',
    shortcutWhen: isInPage,
    run: () => turnAnswer(1),
  },
  {
    ...shared,
    id: 'candidates.previousAnswer',
    titleKey: 'candidates:commands.previousAnswer',
    when: hasAnswers,
    shortcut: 'Alt+Left',
    shortcutWhen: isInPage,
    run: () => turnAnswer(-1),
  },
];

const decisionCommands = (t: Translate): Command[] => {
  const one = (decision: Decision) => () => {
    const { current } = useCandidates.getState();
    if (current !== null) void decide(t, current, decision);
  };
  const all = (decision: Decision) => () => void decideRest(t, decision);
  return [
    {
      ...shared,
      id: 'candidates.accept',
      titleKey: 'candidates:commands.accept',
      shortcut: 'Alt+Enter',
      run: one('accepted'),
    },
    {
      ...shared,
      id: 'candidates.reject',
      titleKey: 'candidates:commands.reject',
      shortcut: rejectShortcut(),
      shortcutWhen: isInPage,
      run: one('rejected'),
    },
    {
      ...shared,
      id: 'candidates.acceptAll',
      titleKey: 'candidates:commands.acceptAll',
      shortcut: 'Mod+Enter',
      shortcutWhen: isInPage,
      run: all('accepted'),
    },
    {
      ...shared,
      id: 'candidates.rejectAll',
      titleKey: 'candidates:commands.rejectAll',
      shortcut: 'Escape',
      shortcutWhen: isInPage,
      run: all('rejected'),
    },
  ];
};

/** Mounted once, by the desk. */
export function useCandidateCommands(): void {
  const { t } = useWords();
  useCommands(useMemo(() => [...stepCommands, ...decisionCommands(t)], [t]));
}
