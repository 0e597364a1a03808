import { selectBotCondition, selectLive } from '@triquad/core';
import '@blueprintjs/select/lib/css/blueprint-select.css';
import { MenuItem } from '@blueprintjs/core';
import { Omnibar } from '@blueprintjs/select';
import { useMemo } from 'react';
import { useNavigate } from 'react-router-dom';
import { useClient, useClientState } from '../client-context.tsx';
import { useLanguage, useMessages } from '../messages/messages.tsx';
import { navEntries } from './nav-entries.ts';
import { useTheme } from './theme.tsx';

type Command = { text: string; run: () => void };

/** Everything by a few letters: go somewhere, start, stop, change the looks. */
export function CommandPalette({ isOpen, close, stop }: { isOpen: boolean; close: () => void; stop: () => void }) {
  const { palette } = useMessages();
  const commands = useCommands(stop);
  return (
    <Omnibar<Command>
      isOpen={isOpen}
      onClose={close}
      items={commands}
      itemPredicate={(query, { text }) => text.toLowerCase().includes(query.trim().toLowerCase())}
      itemRenderer={({ text }, { handleClick, modifiers, ref }) => (
        <MenuItem
          key={text}
          ref={ref}
          text={text}
          active={modifiers.active}
          roleStructure="listoption"
          onClick={handleClick}
        />
      )}
      onItemSelect={({ run }) => {
        close();
        run();
      }}
      inputProps={{ placeholder: palette.placeholder, 'aria-label': palette.label }}
      noResults={<MenuItem disabled text={palette.none} roleStructure="listoption" />}
      initialContent={undefined}
      resetOnSelect
    />
  );
}

const useCommands = (stop: () => void): Command[] => {
  const { palette, nav, execution, header } = useMessages();
  const client = useClient();
  const navigate = useNavigate();
  const { toggle } = useTheme();
  const { language, setLanguage } = useLanguage();
  const condition = useClientState(selectBotCondition);
  const live = useClientState(selectLive);
  return useMemo(() => {
    const steer: Command[] = [];
    if (condition === 'running') steer.push({ text: execution.stop, run: stop });
    if (condition === 'stopped') {
      steer.push({ text: live ? execution.startLive : execution.start, run: () => client.send({ type: 'StartBot' }) });
    }
    return [
      ...navEntries.map(({ name }) => ({ text: palette.go(nav[name]), run: () => void navigate(`/${name}`) })),
      ...steer,
      { text: header.theme, run: toggle },
      { text: header.language, run: () => setLanguage(language === 'en' ? 'es' : 'en') },
    ];
  }, [palette, nav, execution, header, client, navigate, toggle, language, setLanguage, condition, live, stop]);
};
