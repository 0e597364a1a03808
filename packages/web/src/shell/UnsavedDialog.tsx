import { ConfirmDialog } from '../components/ConfirmDialog.tsx';
import { useUnsavedQuestion } from './unsaved-guard.tsx';

/** Asks before a screen with unsaved changes is left. */
export function UnsavedDialog() {
  const { question, answer } = useUnsavedQuestion();
  return (
    <ConfirmDialog
      isOpen={question !== null}
      title={question?.title ?? ''}
      body={question?.body ?? ''}
      confirm={question?.confirm ?? ''}
      cancel={question?.cancel}
      intent="warning"
      onCancel={() => answer(false)}
      onConfirm={() => answer(true)}
    />
  );
}
