import { useContext, useEffect, useState } from 'react';
import { Dialog, Heading, Modal, ModalOverlay } from 'react-aria-components';
import type { AssemblySummary } from '#shared/domain/assembly.ts';
import { useWords } from '#renderer/i18n/index.ts';
import { Button, FailureBlock, Kbd, ToldInDialogs, Waiting } from '#renderer/ui/index.ts';
import { ScrollBox } from '#renderer/ui/scroll-box.tsx';
import { ChangeTable } from './change-table.tsx';
import { changeSentence } from './change-summary.ts';
import { useInspect } from './store.ts';
import { Strip } from './strip.tsx';

/** Left edge of the page column, px: the comparison lies over page and dock, the binder stays. */
function usePageLeft(isOpen: boolean): number {
  const [left, setLeft] = useState(0);
  useEffect(() => {
    if (!isOpen) return;
    const measure = () =>
      setLeft(document.getElementById('page-column')?.getBoundingClientRect().left ?? 0);
    measure();
    window.addEventListener('resize', measure);
    return () => window.removeEventListener('resize', measure);
  }, [isOpen]);
  return left;
}

function Compared({ a, b }: { a: AssemblySummary; b: AssemblySummary }) {
  const { t } = useWords();
  const changes = useInspect((state) => state.changes);
  const failure = useInspect((state) => state.requestsFailure);
  const { compare } = useInspect.getState();
  if (failure !== null) {
    return (
      <div className="comparison-body">
        <FailureBlock error={failure} onRetry={() => void compare()} />
      </div>
    );
  }
  if (changes === null) return <Waiting />;
  return (
    <ScrollBox className="comparison-body" label={t('inspect:compare.label')}>
      <p className="ui-lead comparison-lead" role="status">
        {changeSentence(t, a.tokenCount, b.tokenCount, changes)}
      </p>
      <ChangeTable a={a} b={b} changes={changes} />
    </ScrollBox>
  );
}

/** Two requests side by side: what changed from A to B, and why. Esc closes it. */
export function Comparison() {
  const { t } = useWords();
  const comparing = useInspect((state) => state.comparing);
  const chosen = useInspect((state) => state.chosen);
  const requests = useInspect((state) => state.requests);
  const { stopComparing, swap } = useInspect.getState();
  const left = usePageLeft(comparing);
  const told = useContext(ToldInDialogs);
  const [a, b] = chosen.map((id) => requests?.find((entry) => entry.assemblyId === id));
  return (
    <ModalOverlay
      className="comparison-overlay"
      style={{ left }}
      isOpen={comparing}
      onOpenChange={(open) => {
        if (!open) stopComparing();
      }}
    >
      <Modal className="comparison-modal">
        <Dialog className="comparison">
          <div className="comparison-head">
            <Heading slot="title" level={2}>
              {t('inspect:requests.title')}
            </Heading>
            <Button variant="quiet" onPress={() => void swap()} isDisabled={b === undefined}>
              {t('inspect:requests.swap')}
            </Button>
            <Button variant="quiet" onPress={stopComparing}>
              {t('app:actions.close')} <Kbd shortcut="Escape" />
            </Button>
          </div>
          {requests !== null && <Strip requests={requests} />}
          {a !== undefined && b !== undefined ? (
            <Compared a={a} b={b} />
          ) : (
            <p className="ui-waiting">{t('inspect:requests.chooseTwo')}</p>
          )}
          {told}
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}
