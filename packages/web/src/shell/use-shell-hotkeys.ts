import { HotkeysContext, useHotkeys } from '@blueprintjs/core';
import { use, useCallback, useMemo } from 'react';
import { useNavigate } from 'react-router-dom';
import { useMessages } from '../messages/messages.tsx';
import { screens } from '../screens.ts';
import { useTheme } from './theme.tsx';

type Targets = { toggleSidebar: () => void; togglePalette: () => void };

/** Keys that work on every screen; `?` lists them. */
export const useShellHotkeys = ({ toggleSidebar, togglePalette }: Targets): void => {
  const messages = useMessages();
  const navigate = useNavigate();
  const { toggle } = useTheme();
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
      ...screens.flatMap(({ name, hotkey, texts }) =>
        hotkey === undefined
          ? []
          : {
              ...anywhere,
              combo: hotkey,
              label: messages.palette.go(texts(messages).nav),
              onKeyDown: () => navigate(`/${name}`),
            },
      ),
    ];
  }, [messages, navigate, toggle, toggleSidebar, togglePalette]);
  useHotkeys(keys);
};

const focusSearch = (): void => document.querySelector<HTMLElement>('main input')?.focus();

/** Opens the list of keys. */
export const useHotkeysDialog = (): (() => void) => {
  const [, dispatch] = use(HotkeysContext);
  return useCallback(() => dispatch({ type: 'OPEN_DIALOG' }), [dispatch]);
};
