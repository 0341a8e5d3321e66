import { Search } from 'lucide-react';
import { useState } from 'react';
import { Autocomplete, Menu, MenuItem, MenuTrigger, Popover } from 'react-aria-components';
import { useWords } from '#renderer/i18n/index.ts';
import { LinkButton, TextField } from '#renderer/ui/index.ts';
import type { RowControl } from '#renderer/ui/roving.ts';
import type { Entity } from '#shared/domain/knowledge.ts';
import { useCodex } from '../store.ts';
import { likelyEntries } from './likely-entries.ts';

type AliasMenuProps = {
  name: string;
  kind: Entity['kind'];
  onChoose(entity: Entity): void;
};

/** Asked for while it is open: a row is drawn far more often than its menu is opened. */
function Entries({ name, kind, label, onChoose }: AliasMenuProps & { label: string }) {
  const { t } = useWords();
  const [query, setQuery] = useState('');
  const entities = useCodex((state) => state.entities);
  const shown = likelyEntries(name, kind, entities ?? [], query);
  return (
    <Autocomplete inputValue={query} onInputChange={setQuery}>
      <TextField
        label={t('codex:newNames.findEntry')}
        hideLabel
        type="search"
        icon={Search}
        placeholder={t('codex:newNames.findEntry')}
        autoFocus
      />
      <Menu
        aria-label={label}
        className="ui-menu"
        renderEmptyState={() => <p className="ui-quiet">{t('codex:newNames.noEntry')}</p>}
      >
        {shown.map((entity) => (
          <MenuItem
            key={entity.entityId}
            id={entity.entityId}
            textValue={entity.name}
            onAction={() => onChoose(entity)}
            className="ui-menu-item"
          >
            <span>{entity.name}</span>
          </MenuItem>
        ))}
      </Menu>
    </Autocomplete>
  );
}

/** Entries a name may be another name of: the likeliest at once, all others by typing. Goes on the button: `control`. */
export function AliasMenu({ control, ...props }: AliasMenuProps & { control: RowControl }) {
  const { t } = useWords();
  const { name } = props;
  const label = t('codex:newNames.named', { action: t('codex:newNames.alias'), name });
  return (
    <MenuTrigger>
      <LinkButton aria-label={label} {...control}>
        {t('codex:newNames.alias')}
      </LinkButton>
      <Popover className="ui-popover new-name-entries" offset={4}>
        <Entries {...props} label={label} />
      </Popover>
    </MenuTrigger>
  );
}
