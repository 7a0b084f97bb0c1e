// Makes a theme's roles into CSS variables, and the MUI theme over them.
import { createTheme, type Theme } from '@mui/material/styles'
import { inkOf, inkOn, lookOf, tintOf } from './status'
import { THEMES, cssName, role, rolesOf, type ThemeName } from './themes'
import { LANGUAGE } from '../words/language'
import { say } from '../words/say'

const SCRIPT = LANGUAGE.font ? `'${LANGUAGE.font}', ` : ''
const FONT = `'Inter Variable', ${SCRIPT}system-ui, -apple-system, 'Segoe UI', sans-serif`

/** Status inks by CSS variable would need a name each: a chip asks for its colours with the mode of the theme. */
export function statusColours(status: string, name: ThemeName) {
  const roles = rolesOf(name)
  const look = lookOf(status)
  const ink = inkOf(look, roles)
  return { ink, tint: tintOf(ink, roles), onSolid: inkOn(ink), look }
}

export function applyRoles(name: ThemeName) {
  const root = document.documentElement
  const { mode, least: _, tintShare: __, ...roles } = rolesOf(name)
  for (const [key, value] of Object.entries(roles)) root.style.setProperty(`--${cssName(key)}`, value)
  root.style.setProperty('--font', FONT)
  root.style.setProperty('--scheme', mode)
  root.dataset.theme = name
  root.dataset.mode = mode
}

export function muiTheme(name: ThemeName): Theme {
  const r = rolesOf(name)
  return createTheme({
    palette: {
      mode: r.mode,
      primary: { main: r.fill, dark: r.fillHover, contrastText: r.onFill },
      secondary: { main: r.secondary, contrastText: r.onSecondary, ...THEMES[name].secondaryShades },
      error: { main: r.danger, contrastText: r.onDanger },
      warning: { main: r.warn },
      success: { main: r.ok },
      background: { default: r.bg, paper: r.paper },
      text: { primary: r.ink, secondary: r.ink2, disabled: r.ink2 },
      divider: r.line,
      action: { active: r.ink2 },
    },
    shape: { borderRadius: 6 },
    spacing: 4,
    shadows: ['none', ...Array.from({ length: 24 }, () => r.shadow)] as Theme['shadows'],
    typography: {
      fontFamily: FONT,
      fontSize: 14,
      button: { textTransform: 'none', fontWeight: 600, fontSize: 14, letterSpacing: '-0.011em' },
      body1: { fontSize: 14, lineHeight: '20px', letterSpacing: '-0.011em' },
      body2: { fontSize: 13, lineHeight: '20px', letterSpacing: '-0.011em' },
    },
    transitions: {
      duration: {
        shortest: 120,
        shorter: 120,
        short: 120,
        standard: 180,
        complex: 180,
        enteringScreen: 180,
        leavingScreen: 120,
      },
    },
    components: {
      MuiButtonBase: { defaultProps: { disableRipple: true } },
      MuiPaper: { defaultProps: { elevation: 0 }, styleOverrides: { root: { backgroundImage: 'none' } } },
      MuiButton: {
        defaultProps: { disableElevation: true, variant: 'outlined', color: 'inherit' },
        styleOverrides: {
          root: {
            minHeight: 36,
            padding: '0 14px',
            borderRadius: 6,
            whiteSpace: 'nowrap',
            lineHeight: '20px',
          },
          outlined: {
            borderColor: role.lineStrong,
            background: role.paper,
            color: role.ink,
            '&:hover': { background: role.sunk, borderColor: role.control },
          },
          text: { color: role.link, '&:hover': { background: role.hover } },
          sizeSmall: { minHeight: 30, padding: '0 10px', fontSize: 13 },
          startIcon: { marginRight: 6, '& > *:nth-of-type(1)': { fontSize: 18 } },
        },
      },
      MuiIconButton: {
        styleOverrides: {
          root: {
            borderRadius: 6,
            color: role.ink2,
            '&:hover': { background: role.sunk },
          },
        },
      },
      MuiOutlinedInput: {
        styleOverrides: {
          root: {
            background: role.paper,
            borderRadius: 6,
            fontSize: 14,
            minHeight: 36,
            '& .MuiOutlinedInput-notchedOutline': { borderColor: role.control },
            '&:hover .MuiOutlinedInput-notchedOutline': { borderColor: role.ink2 },
            '&.Mui-focused .MuiOutlinedInput-notchedOutline': { borderColor: role.link, borderWidth: 2 },
            '&.Mui-error .MuiOutlinedInput-notchedOutline': { borderColor: role.danger },
            '&.Mui-disabled': { background: role.sunk },
          },
          input: {
            padding: '0 10px',
            height: 36,
            '&::placeholder': { color: role.ink2, opacity: 1 },
          },
          adornedStart: { paddingLeft: 10, '& .MuiOutlinedInput-input': { paddingLeft: 0 } },
          adornedEnd: { paddingRight: 10 },
          multiline: { padding: '8px 10px', '& .MuiOutlinedInput-input': { padding: 0, height: 'auto' } },
        },
      },
      // A label that stands in its field stands where the text will: the fields are lower than MUI's own.
      MuiInputLabel: {
        styleOverrides: { outlined: { '&:not(.MuiInputLabel-shrink)': { transform: 'translate(11px, 8px)' } } },
      },
      MuiFormHelperText: { styleOverrides: { root: { margin: '4px 0 0', fontSize: 12, lineHeight: '16px' } } },
      MuiMenu: {
        styleOverrides: {
          paper: { border: `1px solid ${role.line}`, borderRadius: 8, boxShadow: role.shadow, minWidth: 180 },
        },
      },
      MuiMenuItem: { styleOverrides: { root: { fontSize: 14, minHeight: 36, gap: 8 } } },
      MuiDialog: {
        styleOverrides: {
          paper: {
            borderRadius: 12,
            boxShadow: role.dialogShadow,
            border: `1px solid ${role.line}`,
            background: role.paper,
          },
        },
      },
      MuiBackdrop: {
        styleOverrides: { root: { backgroundColor: role.scrim }, invisible: { backgroundColor: 'transparent' } },
      },
      MuiTooltip: {
        defaultProps: { enterDelay: 400, disableInteractive: true },
        styleOverrides: {
          tooltip: {
            background: role.toast,
            color: '#fff',
            fontSize: 12,
            lineHeight: '16px',
            padding: '6px 8px',
            border: `1px solid ${role.lineStrong}`,
          },
        },
      },
      MuiAutocomplete: {
        defaultProps: {
          clearText: say('Clear'),
          closeText: say('Close'),
          openText: say('Open'),
          loadingText: say('Loading…'),
          noOptionsText: say('No options'),
        },
        styleOverrides: {
          inputRoot: {
            padding: '0 8px 0 0',
            '&.MuiOutlinedInput-root': { paddingTop: 0, paddingBottom: 0, paddingLeft: 0 },
            '& .MuiAutocomplete-input.MuiAutocomplete-input': { padding: '0 10px', height: 36 },
          },
          endAdornment: { '& .MuiIconButton-root': { padding: 4 } },
          paper: { border: `1px solid ${role.line}`, borderRadius: 8, boxShadow: role.shadow },
          option: { fontSize: 14, minHeight: 36 },
        },
      },
      MuiChip: { styleOverrides: { deleteIcon: { color: role.ink2, '&:hover': { color: role.ink } } } },
      MuiCheckbox: { styleOverrides: { root: { color: role.control, padding: 6 } } },
      // The theme's shadow is for what floats over a page.
      MuiSwitch: { styleOverrides: { thumb: { boxShadow: 'none', border: `1px solid ${role.control}` } } },
      MuiTabs: { styleOverrides: { root: { minHeight: 40 }, indicator: { background: role.link } } },
      MuiTab: {
        styleOverrides: {
          root: {
            minHeight: 40,
            minWidth: 0,
            padding: '0 12px',
            fontSize: 13,
            fontWeight: 500,
            color: role.ink2,
            '&.Mui-selected': { color: role.link, fontWeight: 600 },
          },
        },
      },
      MuiSkeleton: { defaultProps: { animation: false }, styleOverrides: { root: { background: role.line } } },
    },
  })
}
