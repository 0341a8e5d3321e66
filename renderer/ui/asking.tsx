import { Button } from './button.tsx';
import { ErrorBlock } from './states.tsx';

type AskingProps = {
  title: string;
  /** What goes, and whether it comes back. */
  text: string;
  actionLabel: string;
  keepLabel: string;
  onAction: () => void;
  onKeep: () => void;
};

/** Asked in the place of what would go, where nothing could bring it back. The focus is on keeping it. */
export function Asking({ title, text, actionLabel, keepLabel, onAction, onKeep }: AskingProps) {
  return (
    <ErrorBlock
      title={title}
      text={text}
      actions={
        <>
          <Button onPress={onAction}>{actionLabel}</Button>
          <Button variant="quiet" autoFocus onPress={onKeep}>
            {keepLabel}
          </Button>
        </>
      }
    />
  );
}
