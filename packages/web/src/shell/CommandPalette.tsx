import { selectBotCondition, selectCan, selectHalt } from '@triquad/core';
import '@blueprintjs/select/lib/css/blueprint-select.css';
import { MenuItem } from '@blueprintjs/core';
import { Omnibar } from '@blueprintjs/select';
import { useNavigate } from 'react-router-dom';
import { useClientState } from '../client-context.tsx';
import { useBotCommands } from '../components/bot-commands.ts';
import { useLanguage, useMessages } from '../messages/messages.tsx';
import { screens } from '../screens.ts';
import { useTheme } from './theme.tsx';

const listed = screens.filter(({ places }) => places.includes('palette'));

const selectCanKill = selectCan('bot.kill');

type Entry = { text: string; run: () => void };

/** Screens and commands by a few letters. The bot's commands ask; a live start leads to Execution. */
export function CommandPalette({ isOpen, close }: { isOpen: boolean; close: () => void }) {
  const { palette } = useMessages();
  const entries = useEntries();
  return (
    <Omnibar<Entry>
      isOpen={isOpen}
      onClose={close}
      items={entries}
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

const useEntries = (): Entry[] => {
  const messages = useMessages();
  const { palette, execution, header, kill } = messages;
  const commands = useBotCommands();
  const navigate = useNavigate();
  const { toggle } = useTheme();
  const { language, setLanguage } = useLanguage();
  const condition = useClientState(selectBotCondition);
  const canKill = useClientState(selectCanKill);
  const halted = useClientState(selectHalt) !== null;
  const bot: Entry[] = [];
  if (condition === 'running') {
    bot.push({ text: execution.stop, run: commands.stop }, { text: execution.restart, run: commands.restart });
  }
  if (condition === 'stopped') bot.push({ text: execution.start, run: commands.start });
  if (canKill) bot.push({ text: halted ? kill.reset : kill.button, run: commands.kill });
  return [
    ...listed.map(({ name, texts }) => ({
      text: palette.go(texts(messages).nav),
      run: () => void navigate(`/${name}`),
    })),
    ...bot,
    { text: header.theme, run: toggle },
    { text: header.language, run: () => setLanguage(language === 'en' ? 'es' : 'en') },
  ];
};
