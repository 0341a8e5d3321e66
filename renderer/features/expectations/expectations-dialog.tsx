/** What each request must and must not carry, the broken ones first (N11). */
import { closeDialog, useDialogs } from '#renderer/app/dialogs.ts';
import { useSession } from '#renderer/app/session.ts';
import { useWords } from '#renderer/i18n/index.ts';
import { Button, Dialog, EmptyState, FailureBlock, Loaded } from '#renderer/ui/index.ts';
import { groupOf, groups } from './counts.ts';
import { ExpectationRow } from './expectation-row.tsx';
import type { Named } from './names.ts';
import { NewExpectation } from './new-expectation.tsx';
import { type ListedExpectation, lookAgain, readExpectations, useExpectations } from './store.ts';
import { useNamed } from './use-named.ts';
import './expectations.css';

function Groups({ items, named }: { items: readonly ListedExpectation[]; named: Named }) {
  const { t } = useWords();
  return groups.map((group) => {
    const members = items.filter((item) => groupOf(item) === group);
    if (members.length === 0) return null;
    return (
      <section key={group} aria-label={t(`expectations:sections.${group}`)}>
        <h3 className="expectations-group">
          {t(`expectations:sections.${group}`)} <span className="ui-quiet">{members.length}</span>
        </h3>
        <ul className="expectations-list">
          {members.map((expectation, index) => (
            <ExpectationRow
              key={expectation.expectationId}
              expectation={expectation}
              named={named}
              isFirst={index === 0}
            />
          ))}
        </ul>
      </section>
    );
  });
}

function Content({ projectId }: { projectId: string }) {
  const { t } = useWords();
  const named = useNamed(projectId);
  const { items, failure } = useExpectations();
  return (
    <Loaded
      value={named === null ? null : items}
      failure={items === null ? failure : null}
      onRetry={() => void readExpectations(projectId)}
    >
      {(known) =>
        named === null ? null : (
          <>
            <p className="ui-lead">{t('expectations:lead')}</p>
            {failure !== null && <FailureBlock error={failure} />}
            {known.length === 0 ? (
              <EmptyState
                title={t('expectations:empty.title')}
                text={t('expectations:empty.text')}
              />
            ) : (
              <>
                <Groups items={known} named={named} />
                <div className="expectations-actions">
                  <Button size="small" onPress={() => void lookAgain()}>
                    {t('expectations:lookAgain')}
                  </Button>
                </div>
              </>
            )}
            <NewExpectation named={named} />
          </>
        )
      }
    </Loaded>
  );
}

/** Over the desk; how they stand is told in the status bar. */
export function ExpectationsDialog() {
  const { t } = useWords();
  const open = useDialogs((dialogs) => dialogs.open === 'expectations');
  const projectId = useSession((session) => session.project?.projectId);
  if (projectId === undefined) return null;
  return (
    <Dialog
      title={t('expectations:title')}
      closeLabel={t('app:actions.close')}
      isOpen={open}
      onClose={closeDialog}
    >
      {open && <Content projectId={projectId} />}
    </Dialog>
  );
}
