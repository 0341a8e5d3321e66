import { useEffect, useState } from 'react';
import { showEgressOf } from '#renderer/app/egress.ts';
import { reportFailure } from '#renderer/app/report-failure.ts';
import { useWords } from '#renderer/i18n/index.ts';
import { call } from '#renderer/rpc/index.ts';
import { LinkButton } from '#renderer/ui/index.ts';

/** How often a request really left the machine, with the way to where that is written down; nothing for one that did not. */
export function SentTimes({ assemblyId, onShow }: { assemblyId: string; onShow: () => void }) {
  const { t } = useWords();
  const [count, setCount] = useState(0);
  useEffect(() => {
    call('egress:list', { assemblyId, limit: 1 })
      .then(({ total }) => setCount(total))
      .catch(reportFailure);
  }, [assemblyId]);
  if (count === 0) return null;
  return (
    <LinkButton
      onPress={() => {
        onShow();
        showEgressOf(assemblyId);
      }}
    >
      {t('egress:sent', { count })}
    </LinkButton>
  );
}
