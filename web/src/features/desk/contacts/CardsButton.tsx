// The way from the list of contacts to their cards.
import GridViewOutlined from '@mui/icons-material/GridViewOutlined'
import Button from '@mui/material/Button'
import { Link } from 'react-router'
import { paths } from '../../../docs/paths'
import { say } from '../../../words/say'

export default function CardsButton() {
  return (
    <Button startIcon={<GridViewOutlined />} component={Link} to={`${paths.list('contact')}?as=cards`}>
      {say('Show as cards')}
    </Button>
  )
}
