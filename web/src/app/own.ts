// The pages and inputs of types that have their own, loaded when they are opened.
import { lazy } from 'react'
import { replacePages } from '../docs/overrides'

replacePages({
  formula: { fields: lazy(() => import('../features/skus/FormulaFields')) },
})
