import { Component, type ReactNode } from 'react';
import { useWords } from '#renderer/i18n/index.ts';
import { Button, ErrorBlock } from '#renderer/ui/index.ts';

type ErrorBoundaryProps = { children: ReactNode };
type ErrorBoundaryState = { failed: boolean };

function FailedPart({ onAgain }: { onAgain: () => void }) {
  const { t } = useWords();
  return (
    <div className="failed-part">
      <ErrorBlock
        title={t('app:crash.title')}
        text={t('app:crash.text')}
        actions={
          <>
            <Button onPress={onAgain}>{t('app:crash.again')}</Button>
            <Button variant="quiet" onPress={() => location.reload()}>
              {t('app:actions.reload')}
            </Button>
          </>
        }
      />
    </div>
  );
}

/** Keeps a failing part from taking the page with it: each column and each panel has its own. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, ErrorBoundaryState> {
  override state: ErrorBoundaryState = { failed: false };

  static getDerivedStateFromError(): ErrorBoundaryState {
    return { failed: true };
  }

  override componentDidCatch(error: Error): void {
    console.error(error);
  }

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children;
    return <FailedPart onAgain={() => this.setState({ failed: false })} />;
  }
}
