import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { Dialog } from '../design/feedback/dialog.tsx'
import { keyText } from './key-text.ts'
import { useCurrentCommands } from './registry.ts'
import './commands.css'

/** All keys of this page, by section. */
export const ShortcutSheet = ({ onClose }: { readonly onClose: () => void }) => {
  const { t } = useLingui()
  const [text, setText] = useState('')
  const wanted = text.trim().toLocaleLowerCase()
  const commands = useCurrentCommands().filter(
    ({ keys, label }) => keys !== undefined && label.toLocaleLowerCase().includes(wanted),
  )
  const sections = [...new Set(commands.map(({ section }) => section))]
  return (
    <Dialog title={t`Keys`} isOpen onClose={onClose}>
      <input
        className="field-input"
        type="search"
        aria-label={t`Find a command`}
        placeholder={t`Find a command`}
        value={text}
        onChange={event => setText(event.target.value)}
      />
      <div className="shortcut-sheet">
        {sections.map(section => (
          <table key={section}>
            <caption>{section}</caption>
            <tbody>
              {commands
                .filter(command => command.section === section)
                .map(({ id, label, keys = '' }) => (
                  <tr key={id}>
                    <th scope="row">{label}</th>
                    <td>
                      <kbd>{keyText(keys, t`then`)}</kbd>
                    </td>
                  </tr>
                ))}
            </tbody>
          </table>
        ))}
      </div>
    </Dialog>
  )
}
