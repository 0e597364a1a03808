import { Button, Menu, MenuDivider, MenuItem, PopoverNext } from '@blueprintjs/core';
import { Cog, Contrast, KeyCommand, LogOut, Record, Translate, User } from '@blueprintjs/icons';
import { selectOperator } from '@triquad/core';
import { useNavigate } from 'react-router-dom';
import { useClient, useClientState } from '../client-context.tsx';
import { useTheme } from '../elements/theme.tsx';
import { useLanguage } from '../messages/messages.tsx';
import { useMessages } from '../messages/use-frame.ts';
import { useHotkeysDialog } from './use-shell-hotkeys.ts';

export function UserMenu({ openRecorder }: { openRecorder: () => void }) {
  const { menu } = useMessages();
  return (
    <PopoverNext placement="bottom-end" content={<Entries openRecorder={openRecorder} />}>
      <Button variant="minimal" icon={<User />} aria-label={menu.userMenu} title={menu.userMenu} />
    </PopoverNext>
  );
}

function Entries({ openRecorder }: { openRecorder: () => void }) {
  const { header, menu, recorder } = useMessages();
  const client = useClient();
  const navigate = useNavigate();
  const { toggle } = useTheme();
  const { language, setLanguage } = useLanguage();
  const showHotkeys = useHotkeysDialog();
  const operator = useClientState(selectOperator);
  return (
    <Menu>
      <MenuDivider title={operator === null ? menu.operator : `${operator.name} · ${operator.role}`} />
      <MenuItem icon={<Cog />} text={header.settings} onClick={() => navigate('/settings')} />
      <MenuItem icon={<Contrast />} text={header.theme} onClick={toggle} />
      <MenuItem
        icon={<Translate />}
        text={menu.language}
        onClick={() => setLanguage(language === 'en' ? 'es' : 'en')}
      />
      <MenuItem icon={<KeyCommand />} text={menu.hotkeys} label="?" onClick={showHotkeys} />
      <MenuItem icon={<Record />} text={recorder.title} onClick={openRecorder} />
      <MenuDivider />
      <MenuItem icon={<LogOut />} text={menu.logout} onClick={() => client.send({ type: 'Logout' })} />
    </Menu>
  );
}
