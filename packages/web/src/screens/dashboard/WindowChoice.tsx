import { useClientState } from '../../client-context.tsx';
import { useWindow } from '../../components/window/use-window.ts';
import { WindowButtons } from '../../components/window/WindowButtons.tsx';
import { useMessages } from '../../messages/messages.tsx';
import { selectKnowsWindows } from './known-windows.ts';

/** Window of the figures, to choose if the bot supports windows. */
export function WindowChoice() {
  const { dashboard } = useMessages();
  const window = useWindow();
  const knows = useClientState(selectKnowsWindows);
  return knows ? <WindowButtons {...window} /> : <span className="muted small">{dashboard.window}</span>;
}
