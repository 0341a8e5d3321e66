import { useAsking } from '#renderer/app/asking.ts';
import { flushEdits } from '#renderer/app/flush.ts';
import { reportFailure } from '#renderer/app/report-failure.ts';
import { useSession } from '#renderer/app/session.ts';
import { useWords } from '#renderer/i18n/index.ts';
import { LinkButton } from '#renderer/ui/index.ts';
import type { ExpectedItem } from '#shared/domain/expectation.ts';
import { hereNow } from './here.ts';
import { createExpectation, useExpectations } from './store.ts';

const isSame = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

/** One click: this item must be in the request made here, or stay out of it. */
export function ExpectButtons({ item }: { item: ExpectedItem }) {
  const { t } = useWords();
  const documentId = useSession((session) => session.documentId);
  // The place and the skill that it is expected with.
  useSession((session) => session.cursor);
  const skillId = useAsking((asking) => asking.skillId);
  const items = useExpectations((state) => state.items);
  if (documentId === null) return null;
  const expected = (expect: 'in' | 'out'): boolean => {
    const at = hereNow();
    return (items ?? [])
      .filter((one) => one.expect === expect && (one.skillId ?? null) === (skillId ?? null))
      .some((one) => isSame(one.item, item) && isSame(one.at, at));
  };
  const say = async (expect: 'in' | 'out'): Promise<void> => {
    // The cursor is told in the text as it is saved.
    await flushEdits();
    const at = hereNow();
    if (at === null || expected(expect)) return;
    if (await createExpectation({ at, expect, item, skillId })) return;
    // It stands with the list, too, which is not what is looked at here.
    const { failure } = useExpectations.getState();
    if (failure !== null) reportFailure(failure);
  };
  return (
    <>
      {(['in', 'out'] as const).map((expect) =>
        expected(expect) ? (
          <span key={expect} role="status" className="ui-quiet">
            {t(`expectations:make.made.${expect}`)}
          </span>
        ) : (
          <LinkButton key={expect} onPress={() => void say(expect).catch(reportFailure)}>
            {t(expect === 'in' ? 'expectations:make.mustBeIn' : 'expectations:make.mustStayOut')}
          </LinkButton>
        ),
      )}
    </>
  );
}
