import { Search } from 'lucide-react';
import { useState } from 'react';
import { Autocomplete, Menu, MenuItem, MenuTrigger, Popover } from 'react-aria-components';
import { useWords } from '#renderer/i18n/index.ts';
import { LinkButton, TextField } from '#renderer/ui/index.ts';
import type { Entity } from '#shared/domain/knowledge.ts';
import { likelyEntries } from './likely-entries.ts';

type AliasMenuProps = {
  name: string;
  kind: Entity['kind'];
  entities: readonly Entity[];
  onChoose(entity: Entity): void;
};

/** Entries a name may be another name of: the likeliest at once, all others by typing. */
export function AliasMenu({ name, kind, entities, onChoose }: AliasMenuProps) {
  const { t } = useWords();
  const [query, setQuery] = useState('');
  const label = t('codex:newNames.named', { action: t('codex:newNames.alias'), name });
  const shown = likelyEntries(name, kind, entities, query);
  return (
    <MenuTrigger onOpenChange={() => setQuery('')}>
      <LinkButton aria-label={label}>{t('codex:newNames.alias')}</LinkButton>
      <Popover className="ui-popover new-name-entries" offset={4}>
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
      </Popover>
    </MenuTrigger>
  );
}
