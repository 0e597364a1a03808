import { Callout, Switch } from '@blueprintjs/core';
import { type ClientState, selectCan } from '@triquad/core';
import { useClientState, useWatch } from '../../client-context.tsx';
import { ImportButton } from '../../components/import/ImportButton.tsx';
import { Panel } from '../../components/Panel.tsx';
import { useCommand } from '../../components/use-command.ts';
import { usePanelState } from '../../components/use-panel-state.ts';
import { number } from '../../messages/format.ts';
import { useMessages } from './use-messages.ts';

const selectRecorder = (state: ClientState) => state.loaded.recorder;
const selectHasRecorder = selectCan('recordings');
const selectAsked = (state: ClientState) => state.health.checked_at !== null;

/** State of the price recorder, and its switch. */
export function RecorderPanel() {
  const { feeds: text } = useMessages();
  useWatch('recorder');
  const recorder = useClientState(selectRecorder);
  const hasRecorder = useClientState(selectHasRecorder);
  const asked = useClientState(selectAsked);
  const loaded = usePanelState('recorder', recorder !== null, null);
  const isOn = recorder?.recording === true;
  const { obstacle, why, run } = useCommand({ type: 'SwitchRecorder', recording: !isOn });
  const inputs = recorder?.inputs ?? null;
  return (
    <Panel
      title={text.recorder}
      state={asked && !hasRecorder ? { kind: 'empty', text: text.recorderUnavailable } : loaded}
      height={160}
      actions={<span className="muted small">{text.recorderHint}</span>}
    >
      <Switch label={text.record} checked={isOn} disabled={obstacle !== null} title={why} onChange={() => void run()} />
      <p className="small">
        {isOn
          ? text.recorded(
              number(recorder?.rows ?? 0),
              number((recorder?.bytes ?? 0) / 1e6, { digits: 1 }),
              number((recorder?.quota_bytes ?? 0) / 1e9),
            )
          : text.recorderOff}
      </p>
      <ImportButton />
      {inputs != null && (
        <p className="small">
          {text.inputs(inputs.name, number((inputs.bytes ?? 0) / 1e6, { digits: 1 }), inputs.recording)}
        </p>
      )}
      {inputs?.reason != null && (
        <Callout compact intent="warning">
          {text.inputsEnded(inputs.reason)}
        </Callout>
      )}
      {recorder?.reason != null && (
        <Callout compact intent="danger" role="alert">
          {recorder.reason}
        </Callout>
      )}
    </Panel>
  );
}
