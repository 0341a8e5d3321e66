/** Which columns the outline shows (W1). */
import { ChevronDown } from 'lucide-react';
import { useLayout } from '#renderer/app/layout.ts';
import { useWords } from '#renderer/i18n/index.ts';
import { Button, CheckMenu } from '#renderer/ui/index.ts';
import type { DocumentInfo } from '#shared/domain/project.ts';
import { canHide, columns, defaultColumns, readColumns } from './columns.ts';
import { useStructure } from './store.ts';

/** A column that was chosen and has no room now says so. */
export function ColumnsMenu({ documents }: { documents: readonly DocumentInfo[] }) {
  const { t } = useWords();
  const kept = useLayout((layout) => layout.outlineColumns);
  const setColumns = useLayout((layout) => layout.setOutlineColumns);
  const shown = useStructure((structure) => structure.columns);
  const chosen = readColumns(kept) ?? defaultColumns(documents);
  return (
    <CheckMenu
      label={t('structure:columnsShown')}
      entries={columns.map((id) => ({
        id,
        label: t(`structure:fields.${id}`),
        isDisabled: !canHide(id),
        ...(chosen.includes(id) && !shown.includes(id) ? { about: t('structure:noRoom') } : {}),
      }))}
      chosen={chosen}
      onChange={(next) => setColumns(columns.filter((id) => !canHide(id) || next.includes(id)))}
    >
      <Button size="small" variant="quiet">
        {t('structure:columns')}
        <ChevronDown size={14} aria-hidden />
      </Button>
    </CheckMenu>
  );
}
