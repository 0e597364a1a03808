import { HotkeysContext, useHotkeys } from '@blueprintjs/core';
import { use, useCallback, useEffect, useMemo, useRef } from 'react';
import { useNavigate } from 'react-router-dom';
import { useKillSwitch, useStartStop } from '../components/use-bot-commands.ts';
import { useTheme } from '../elements/theme.tsx';
import { useMessages } from '../messages/messages.tsx';
import { screens } from '../screens.ts';

type Targets = {
  toggleSidebar: () => void;
  togglePalette: () => void;
  openRecorder: () => void;
};

/** Keys that work on every screen; `?` lists them. */
export const useShellHotkeys = ({ toggleSidebar, togglePalette, openRecorder }: Targets): void => {
  const messages = useMessages();
  const navigate = useNavigate();
  const { toggle } = useTheme();
  const startStop = useStartStop(true);
  const kill = useKillSwitch();
  // Actions of keys change more often than the keys; a ref avoids a re-render of the key listeners.
  const ask = useRef<Record<'startOrStop' | 'kill', () => void>>({ startOrStop: () => {}, kill: () => {} });
  useEffect(() => {
    ask.current = { startOrStop: () => void startStop.run(), kill: () => void kill?.run() };
  }, [startStop, kill]);
  const keys = useMemo(() => {
    const anywhere = { global: true, group: messages.hotkeys.group };
    return [
      {
        ...anywhere,
        combo: 'mod+k',
        label: messages.hotkeys.palette,
        allowInInput: true,
        preventDefault: true,
        onKeyDown: togglePalette,
      },
      { ...anywhere, combo: 't', label: messages.hotkeys.theme, onKeyDown: toggle },
      { ...anywhere, combo: '[', label: messages.hotkeys.sidebar, onKeyDown: toggleSidebar },
      { ...anywhere, combo: '/', label: messages.hotkeys.search, preventDefault: true, onKeyDown: focusSearch },
      // A capital letter, because these open a question about the bot.
      {
        ...anywhere,
        combo: 'shift+s',
        preventDefault: true,
        label: messages.hotkeys.startStop,
        onKeyDown: () => ask.current.startOrStop(),
      },
      {
        ...anywhere,
        combo: 'shift+k',
        preventDefault: true,
        label: messages.hotkeys.kill,
        onKeyDown: () => ask.current.kill(),
      },
      { ...anywhere, combo: 'shift+r', label: messages.hotkeys.recorder, onKeyDown: openRecorder },
      ...screens.flatMap(({ name, hotkey }) =>
        hotkey === undefined
          ? []
          : {
              ...anywhere,
              combo: hotkey,
              label: messages.nav.go(messages.titles[name].nav),
              onKeyDown: () => navigate(`/${name}`),
            },
      ),
    ];
  }, [messages, navigate, toggle, toggleSidebar, togglePalette, openRecorder]);
  useHotkeys(keys);
};

const focusSearch = (): void => document.querySelector<HTMLElement>('main input')?.focus();

/** Opens the list of keys. */
export const useHotkeysDialog = (): (() => void) => {
  const [, dispatch] = use(HotkeysContext);
  return useCallback(() => dispatch({ type: 'OPEN_DIALOG' }), [dispatch]);
};
